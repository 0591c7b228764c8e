// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of photo.db as Shotwell 0.30.17 made them, as far as they are read.

enum ShotwellSchema {
    static let sql = """
        CREATE TABLE VersionTable (id INTEGER PRIMARY KEY, schema_version INTEGER, app_version TEXT, user_data TEXT NULL);
        CREATE TABLE PhotoTable (id INTEGER PRIMARY KEY, filename TEXT UNIQUE NOT NULL, width INTEGER, height INTEGER,
            filesize INTEGER, timestamp INTEGER, exposure_time INTEGER, orientation INTEGER, original_orientation INTEGER,
            import_id INTEGER, event_id INTEGER, transformations TEXT, md5 TEXT, thumbnail_md5 TEXT, exif_md5 TEXT,
            time_created INTEGER, flags INTEGER DEFAULT 0, rating INTEGER DEFAULT 0, file_format INTEGER DEFAULT 0,
            title TEXT, backlinks TEXT, time_reimported INTEGER, editable_id INTEGER DEFAULT -1,
            metadata_dirty INTEGER DEFAULT 0, developer TEXT, develop_shotwell_id INTEGER DEFAULT -1,
            develop_camera_id INTEGER DEFAULT -1, develop_embedded_id INTEGER DEFAULT -1, comment TEXT);
        CREATE TABLE EventTable (id INTEGER PRIMARY KEY, name TEXT, primary_photo_id INTEGER, time_created INTEGER,
            primary_source_id TEXT,comment TEXT);
        CREATE TABLE TagTable (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, photo_id_list TEXT, time_created INTEGER);
        CREATE TABLE VideoTable (id INTEGER PRIMARY KEY, filename TEXT UNIQUE NOT NULL, width INTEGER, height INTEGER,
            clip_duration REAL, is_interpretable INTEGER, filesize INTEGER, timestamp INTEGER, exposure_time INTEGER,
            import_id INTEGER, event_id INTEGER, md5 TEXT, time_created INTEGER, rating INTEGER DEFAULT 0, title TEXT,
            backlinks TEXT, time_reimported INTEGER, flags INTEGER DEFAULT 0, comment TEXT );
        CREATE TABLE FaceTable (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, time_created TIMESTAMP);
        CREATE TABLE FaceLocationTable (id INTEGER NOT NULL PRIMARY KEY, face_id INTEGER NOT NULL,
            photo_id INTEGER NOT NULL, geometry TEXT);
        CREATE TABLE SavedSearchDBTable (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, operator TEXT NOT NULL);
        INSERT INTO VersionTable VALUES (1, 20, '0.30.17', NULL);
        """
}
