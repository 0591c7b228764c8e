PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE watched_folder(
    id INTEGER PRIMARY KEY,
    path BLOB NOT NULL UNIQUE,
    added_at INTEGER NOT NULL
) STRICT;
INSERT INTO watched_folder VALUES(1,X'2f7069637475726573',1796083213422);
CREATE TABLE folder(
    id INTEGER PRIMARY KEY,
    path BLOB NOT NULL UNIQUE
) STRICT;
INSERT INTO folder VALUES(1,X'2f6e6f7768657265');
CREATE TABLE asset(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid BLOB NOT NULL UNIQUE,
    folder_id INTEGER NOT NULL REFERENCES folder(id),
    name BLOB NOT NULL,
    format TEXT NOT NULL,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    ctime_ns INTEGER NOT NULL,
    facts_version INTEGER NOT NULL,
    state INTEGER NOT NULL,              -- 0 ok, 1 broken, 2 offline
    state_reason TEXT,                   -- why broken; kept while offline
    media_type INTEGER NOT NULL,         -- PhotoKit's raw values
    media_subtypes INTEGER NOT NULL,     -- PhotoKit's bits
    traits INTEGER NOT NULL DEFAULT 0,   -- bits of AssetTraits: what smart albums need besides
    width INTEGER NOT NULL,              -- pixels, as shown
    height INTEGER NOT NULL,
    orientation INTEGER NOT NULL,
    wall_seconds INTEGER,                -- the wall clock of the place, not an instant
    wall_ms INTEGER NOT NULL DEFAULT 0,
    utc_offset INTEGER,                  -- seconds east
    time_source INTEGER,
    offset_source INTEGER,
    -- Milliseconds: the instant where the offset is known; else the wall clock's own number; else the file's time.
    sort_key INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    duration REAL NOT NULL DEFAULT 0,    -- seconds
    latitude REAL,
    longitude REAL,
    altitude REAL,
    is_favorite INTEGER NOT NULL DEFAULT 0,
    left_out INTEGER NOT NULL DEFAULT 0,
    trashed_at INTEGER,
    rating INTEGER NOT NULL DEFAULT 0,
    title TEXT,
    caption TEXT,
    burst_id TEXT, file_rating INTEGER NOT NULL DEFAULT 0, file_title TEXT, file_caption TEXT, camera_id INTEGER REFERENCES name(id), lens_id INTEGER REFERENCES name(id), place_id INTEGER REFERENCES name(id), iso INTEGER, aperture REAL, exposure_time REAL, focal_length REAL, is_hidden INTEGER NOT NULL DEFAULT 0, burst_selection INTEGER NOT NULL DEFAULT 0, adjustment_format TEXT, wall_day INTEGER NOT NULL DEFAULT 0, is_own_place INTEGER NOT NULL DEFAULT 0,
    UNIQUE(folder_id, name)
) STRICT;
INSERT INTO asset VALUES(1,X'bc160930998c4d58b84a64f51e7b43ec',1,X'494d475f312e4a5047','jpeg',1,2,1001,1609459200000000001,0,1,0,NULL,1,0,0,4000,3000,1,1609459201,0,NULL,1,NULL,1609459201000,1796083213898,1796083213898,0.0,NULL,NULL,NULL,0,0,NULL,3,'Harbour','At noon',NULL,3,'Harbour','At noon',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL,18628,0);
INSERT INTO asset VALUES(2,X'2466769f8c934b1c9bd841ac37fe9b4b',1,X'494d475f322e4a5047','jpeg',1,3,1002,1609459200000000002,0,1,0,NULL,1,0,0,4000,3000,1,1609459202,0,NULL,1,NULL,1609459202000,1796083213898,1796083215013,0.0,NULL,NULL,NULL,1,0,NULL,0,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL,18628,0);
INSERT INTO asset VALUES(3,X'3e001eab97314a3898cc29a1b1825d23',1,X'494d475f332e4a5047','jpeg',1,4,1003,1609459200000000003,0,1,0,NULL,1,0,0,0,0,1,1609459203,0,NULL,1,NULL,1609459203000,1796083213898,1796083215013,0.0,NULL,NULL,NULL,0,0,1796083215013,0,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL,18628,0);
CREATE TABLE tally(
    media_type INTEGER NOT NULL,
    media_subtypes INTEGER NOT NULL,
    traits INTEGER NOT NULL,
    is_favorite INTEGER NOT NULL,
    left_out INTEGER NOT NULL,
    is_trashed INTEGER NOT NULL,
    state INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY(media_type, media_subtypes, traits, is_favorite, left_out, is_trashed, state)
) STRICT, WITHOUT ROWID;
INSERT INTO tally VALUES(1,0,0,0,0,0,0,1);
INSERT INTO tally VALUES(1,0,0,0,0,1,0,1);
INSERT INTO tally VALUES(1,0,0,1,0,0,0,1);
CREATE TABLE added_tally(
    day INTEGER PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;
INSERT INTO added_tally VALUES(20788,2);
CREATE TABLE collection_list(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid BLOB NOT NULL UNIQUE,
    parent_id INTEGER REFERENCES collection_list(id),
    position INTEGER NOT NULL,
    title TEXT NOT NULL, created_by TEXT NOT NULL DEFAULT '',
    CHECK ((parent_id IS NULL) = (id = 1))
) STRICT;
INSERT INTO collection_list VALUES(1,X'8dc3202d4c591aa98998264cade0e386',NULL,0,'','');
CREATE TABLE album(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid BLOB NOT NULL UNIQUE,
    parent_id INTEGER NOT NULL DEFAULT 1 REFERENCES collection_list(id),
    position INTEGER NOT NULL,
    subtype INTEGER NOT NULL,
    title TEXT NOT NULL,                 -- NFC
    key TEXT UNIQUE,                     -- a program's own name for it
    created_by TEXT NOT NULL,            -- the client; a limited one sees its own albums only
    created_at INTEGER NOT NULL,
    visible_count INTEGER NOT NULL DEFAULT 0
, query TEXT, key_asset_id INTEGER REFERENCES asset(id) ON DELETE SET NULL) STRICT;
INSERT INTO album VALUES(1,X'7c3d5d2c4ff54ba3a9696d878d9ba02a',1,1,2,'Trip',NULL,'org.albumen.Albumen',1796083215013,2,NULL,NULL);
CREATE TABLE album_member(
    asset_id INTEGER NOT NULL REFERENCES asset(id),
    album_id INTEGER NOT NULL REFERENCES album(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    PRIMARY KEY(asset_id, album_id)
) STRICT, WITHOUT ROWID;
INSERT INTO album_member VALUES(3,1,65536);
INSERT INTO album_member VALUES(2,1,131072);
INSERT INTO album_member VALUES(1,1,196608);
CREATE TABLE keyword(
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL UNIQUE           -- NFC
) STRICT;
INSERT INTO keyword VALUES(1,'sea');
CREATE TABLE asset_keyword(
    asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
    keyword_id INTEGER NOT NULL REFERENCES keyword(id),
    PRIMARY KEY(asset_id, keyword_id)
) STRICT, WITHOUT ROWID;
INSERT INTO asset_keyword VALUES(2,1);
CREATE TABLE trait(
    asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
    trait TEXT NOT NULL,                 -- a smart album's name, as albumenctl writes it
    detector TEXT NOT NULL,              -- "person" overrides every other
    version INTEGER NOT NULL,
    confidence REAL NOT NULL,            -- 0–1
    evidence TEXT NOT NULL,
    PRIMARY KEY(asset_id, trait, detector)
) STRICT, WITHOUT ROWID;
CREATE TABLE client_access(
    client TEXT NOT NULL,
    level INTEGER NOT NULL,
    status INTEGER NOT NULL,
    decided_at INTEGER NOT NULL,
    PRIMARY KEY(client, level)
) STRICT, WITHOUT ROWID;
INSERT INTO client_access VALUES('org.albumen.Albumen',2,3,1796083213160);
INSERT INTO client_access VALUES('org.albumen.albumenctl',2,3,1796118050913);
CREATE TABLE limited_selection(
    client TEXT NOT NULL,
    asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
    is_own INTEGER NOT NULL DEFAULT 0,   -- added by the client itself: the person's choice does not drop it
    added_at INTEGER NOT NULL,
    PRIMARY KEY(client, asset_id)
) STRICT, WITHOUT ROWID;
INSERT INTO limited_selection VALUES('org.albumen.albumenctl',2,0,1796083215015);
CREATE TABLE catalog_state(
    id INTEGER PRIMARY KEY CHECK (id = 1),
    generation INTEGER NOT NULL
) STRICT;
INSERT INTO catalog_state VALUES(1,5);
CREATE TABLE history(
    generation INTEGER NOT NULL,
    object_type INTEGER NOT NULL,        -- 1 asset, 2 album, 3 list (PhotoKit's), 4 access
    change INTEGER NOT NULL,             -- 1 inserted, 2 updated, 3 deleted
    object_id INTEGER NOT NULL,          -- 0: too many to list
    identifier BLOB,                     -- of what is deleted
    PRIMARY KEY(generation, object_type, object_id, change)
) STRICT, WITHOUT ROWID;
INSERT INTO history VALUES(1,4,2,2,NULL);
INSERT INTO history VALUES(2,1,1,1,NULL);
INSERT INTO history VALUES(2,1,1,2,NULL);
INSERT INTO history VALUES(2,1,1,3,NULL);
INSERT INTO history VALUES(3,1,2,2,NULL);
INSERT INTO history VALUES(3,1,2,3,NULL);
INSERT INTO history VALUES(3,2,1,1,NULL);
INSERT INTO history VALUES(3,2,2,1,NULL);
INSERT INTO history VALUES(4,4,2,2,NULL);
INSERT INTO history VALUES(5,4,2,2,NULL);
CREATE TABLE content_hash(
    asset_id INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
    hash BLOB NOT NULL
) STRICT;
INSERT INTO content_hash VALUES(1,X'7a84dfb0fe4af9350d719261d31104efc9134cb6190c6508e2eb317a157d7061');
CREATE TABLE unproven(
    asset_id INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE
) STRICT;
INSERT INTO unproven VALUES(3);
CREATE TABLE file_keyword(
    asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
    keyword_id INTEGER NOT NULL REFERENCES keyword(id),
    PRIMARY KEY(asset_id, keyword_id)
) STRICT, WITHOUT ROWID;
INSERT INTO file_keyword VALUES(2,1);
CREATE TABLE name(
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,               -- NameKind
    title TEXT NOT NULL,                 -- NFC
    UNIQUE(kind, title)
) STRICT;
CREATE TABLE asset_person(
    asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
    person_id INTEGER NOT NULL REFERENCES name(id),
    PRIMARY KEY(asset_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE client_history(
    generation INTEGER NOT NULL,
    client TEXT NOT NULL,
    object_type INTEGER NOT NULL,        -- as in history
    identifier BLOB NOT NULL,
    change INTEGER NOT NULL,
    PRIMARY KEY(generation, client, object_type, identifier, change)
) STRICT, WITHOUT ROWID;
INSERT INTO client_history VALUES(5,'org.albumen.albumenctl',4,X'',2);
CREATE TABLE search_posting(
    term TEXT NOT NULL,
    block INTEGER NOT NULL,
    rows BLOB NOT NULL,
    PRIMARY KEY(term, block)
) STRICT, WITHOUT ROWID;
INSERT INTO search_posting VALUES('a',0,X'0100');
INSERT INTO search_posting VALUES('h',0,X'0100');
INSERT INTO search_posting VALUES('ha',0,X'0100');
INSERT INTO search_posting VALUES('har',0,X'0100');
INSERT INTO search_posting VALUES('i',0,X'010002000300');
INSERT INTO search_posting VALUES('im',0,X'010002000300');
INSERT INTO search_posting VALUES('j',0,X'010002000300');
INSERT INTO search_posting VALUES('jp',0,X'010002000300');
INSERT INTO search_posting VALUES('n',0,X'0100');
INSERT INTO search_posting VALUES('no',0,X'0100');
INSERT INTO search_posting VALUES('noo',0,X'0100');
INSERT INTO search_posting VALUES('2021-01',0,X'010002000300');
INSERT INTO search_posting VALUES('',0,X'010002000300');
INSERT INTO search_posting VALUES('rating 0',0,X'02000300');
INSERT INTO search_posting VALUES('rating 3',0,X'0100');
INSERT INTO search_posting VALUES('type 1',0,X'010002000300');
INSERT INTO search_posting VALUES('year 2021',0,X'010002000300');
INSERT INTO search_posting VALUES('1',0,X'0100');
INSERT INTO search_posting VALUES('2',0,X'0200');
INSERT INTO search_posting VALUES('3',0,X'0300');
INSERT INTO search_posting VALUES('at',0,X'0100');
INSERT INTO search_posting VALUES('harbour',0,X'0100');
INSERT INTO search_posting VALUES('img',0,X'010002000300');
INSERT INTO search_posting VALUES('jpg',0,X'010002000300');
INSERT INTO search_posting VALUES('noon',0,X'0100');
CREATE TABLE search_pending(
    asset_id INTEGER PRIMARY KEY,
    is_indexed INTEGER NOT NULL,
    name BLOB,
    title TEXT,
    caption TEXT,
    camera_id INTEGER,
    lens_id INTEGER,
    place_id INTEGER,
    wall_seconds INTEGER,
    media_type INTEGER,
    rating INTEGER
) STRICT;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('collection_list',1);
INSERT INTO sqlite_sequence VALUES('asset',3);
INSERT INTO sqlite_sequence VALUES('album',1);
CREATE INDEX asset_file_identity ON asset(size, mtime_ns);
CREATE INDEX asset_burst ON asset(burst_id) WHERE burst_id IS NOT NULL;
CREATE INDEX asset_library ON asset(left_out, trashed_at, sort_key);
CREATE INDEX asset_added ON asset(left_out, trashed_at, added_at);
CREATE INDEX asset_trash ON asset(trashed_at) WHERE trashed_at IS NOT NULL;
CREATE INDEX asset_favorites ON asset(is_favorite, left_out, trashed_at, sort_key) WHERE is_favorite = 1;
CREATE INDEX asset_videos ON asset(media_type, left_out, trashed_at, sort_key) WHERE media_type = 2;
CREATE INDEX asset_panoramas ON asset(left_out, trashed_at, sort_key, id, media_subtypes)
    WHERE (media_subtypes & 1) <> 0;
CREATE INDEX asset_screenshots ON asset(left_out, trashed_at, sort_key, id, media_subtypes)
    WHERE (media_subtypes & 4) <> 0;
CREATE INDEX asset_live_photos ON asset(left_out, trashed_at, sort_key, id, media_subtypes)
    WHERE (media_subtypes & 8) <> 0;
CREATE INDEX asset_depth_effect ON asset(left_out, trashed_at, sort_key, id, media_subtypes)
    WHERE (media_subtypes & 16) <> 0;
CREATE INDEX asset_animated ON asset(left_out, trashed_at, sort_key, id, media_subtypes)
    WHERE (media_subtypes & 64) <> 0;
CREATE INDEX asset_spatial ON asset(left_out, trashed_at, sort_key, id, media_subtypes)
    WHERE (media_subtypes & 1024) <> 0;
CREATE INDEX asset_slomo_videos ON asset(left_out, trashed_at, sort_key, id, media_subtypes)
    WHERE (media_subtypes & 131072) <> 0;
CREATE INDEX asset_timelapses ON asset(left_out, trashed_at, sort_key, id, media_subtypes)
    WHERE (media_subtypes & 262144) <> 0;
CREATE INDEX asset_screen_recordings ON asset(left_out, trashed_at, sort_key, id, media_subtypes)
    WHERE (media_subtypes & 524288) <> 0;
CREATE INDEX asset_cinematic ON asset(left_out, trashed_at, sort_key, id, media_subtypes)
    WHERE (media_subtypes & 2097152) <> 0;
CREATE INDEX asset_raw ON asset(left_out, trashed_at, sort_key, id, traits)
    WHERE (traits & 1) <> 0;
CREATE INDEX asset_self_portraits ON asset(left_out, trashed_at, sort_key, id, traits)
    WHERE (traits & 2) <> 0;
CREATE INDEX asset_long_exposures ON asset(left_out, trashed_at, sort_key, id, traits)
    WHERE (traits & 4) <> 0;
CREATE INDEX asset_burst_representatives ON asset(left_out, trashed_at, sort_key, id, traits)
    WHERE (traits & 8) <> 0;
CREATE INDEX collection_list_parent ON collection_list(parent_id, position);
CREATE INDEX album_title ON album(title);
CREATE INDEX album_parent ON album(parent_id, position);
CREATE UNIQUE INDEX album_member_order ON album_member(album_id, position);
CREATE TRIGGER album_member_insert AFTER INSERT ON album_member BEGIN
    UPDATE album SET visible_count = visible_count + 1 WHERE id = new.album_id AND EXISTS (
        SELECT 1 FROM asset WHERE id = new.asset_id AND left_out = 0 AND trashed_at IS NULL);
END;
CREATE TRIGGER album_member_delete AFTER DELETE ON album_member BEGIN
    UPDATE album SET visible_count = visible_count - 1 WHERE id = old.album_id AND EXISTS (
        SELECT 1 FROM asset WHERE id = old.asset_id AND left_out = 0 AND trashed_at IS NULL);
END;
CREATE TRIGGER album_member_visibility AFTER UPDATE OF left_out, trashed_at ON asset
    WHEN (old.left_out = 0 AND old.trashed_at IS NULL) <> (new.left_out = 0 AND new.trashed_at IS NULL)
BEGIN
    UPDATE album SET visible_count = visible_count
        + CASE WHEN new.left_out = 0 AND new.trashed_at IS NULL THEN 1 ELSE -1 END
        WHERE id IN (SELECT album_id FROM album_member WHERE asset_id = new.id);
END;
CREATE TRIGGER asset_delete_memberships BEFORE DELETE ON asset BEGIN
    DELETE FROM album_member WHERE asset_id = old.id;
END;
CREATE INDEX asset_keyword_keyword ON asset_keyword(keyword_id, asset_id);
CREATE INDEX limited_selection_asset ON limited_selection(asset_id);
CREATE TRIGGER content_hash_stale AFTER UPDATE OF size, mtime_ns ON asset
    WHEN old.size <> new.size OR old.mtime_ns <> new.mtime_ns
BEGIN
    DELETE FROM content_hash WHERE asset_id = new.id;
END;
CREATE INDEX asset_camera ON asset(camera_id) WHERE camera_id IS NOT NULL;
CREATE INDEX asset_lens ON asset(lens_id) WHERE lens_id IS NOT NULL;
CREATE INDEX asset_place ON asset(place_id) WHERE place_id IS NOT NULL;
CREATE INDEX asset_person_person ON asset_person(person_id, asset_id);
CREATE TRIGGER client_history_selected AFTER INSERT ON limited_selection BEGIN
    INSERT OR IGNORE INTO client_history
        SELECT generation + 1, new.client, 1, uuid, 1 FROM catalog_state, asset
        WHERE asset.id = new.asset_id;
END;
CREATE TRIGGER client_history_deselected AFTER DELETE ON limited_selection BEGIN
    INSERT OR IGNORE INTO client_history
        SELECT generation + 1, old.client, 1, uuid, 3 FROM catalog_state, asset
        WHERE asset.id = old.asset_id;
END;
CREATE TRIGGER client_history_asset BEFORE DELETE ON asset BEGIN
    DELETE FROM limited_selection WHERE asset_id = old.id;
END;
CREATE TRIGGER client_history_album AFTER DELETE ON album BEGIN
    INSERT OR IGNORE INTO client_history
        SELECT generation + 1, old.created_by, 2, old.uuid, 3 FROM catalog_state;
END;
CREATE TRIGGER asset_left_out AFTER UPDATE OF is_hidden ON asset WHEN old.is_hidden <> new.is_hidden BEGIN
    UPDATE asset SET left_out = left_out & 2 | is_hidden WHERE id = new.id;
END;
CREATE TRIGGER asset_fold_insert AFTER INSERT ON asset WHEN new.burst_id IS NOT NULL BEGIN
    UPDATE asset SET left_out = (is_hidden | iif((burst_id IS NOT NULL AND trashed_at IS NULL AND (traits & 8) = 0 AND (burst_selection & 2) = 0 AND EXISTS (
    SELECT 1 FROM asset AS other WHERE other.burst_id = asset.burst_id AND (other.traits & 8) <> 0
        AND other.trashed_at IS NULL)), 2, 0)) WHERE burst_id IN (new.burst_id) AND left_out <> (is_hidden | iif((burst_id IS NOT NULL AND trashed_at IS NULL AND (traits & 8) = 0 AND (burst_selection & 2) = 0 AND EXISTS (
    SELECT 1 FROM asset AS other WHERE other.burst_id = asset.burst_id AND (other.traits & 8) <> 0
        AND other.trashed_at IS NULL)), 2, 0));
END;
CREATE TRIGGER asset_fold_delete AFTER DELETE ON asset WHEN old.burst_id IS NOT NULL BEGIN
    UPDATE asset SET left_out = (is_hidden | iif((burst_id IS NOT NULL AND trashed_at IS NULL AND (traits & 8) = 0 AND (burst_selection & 2) = 0 AND EXISTS (
    SELECT 1 FROM asset AS other WHERE other.burst_id = asset.burst_id AND (other.traits & 8) <> 0
        AND other.trashed_at IS NULL)), 2, 0)) WHERE burst_id IN (old.burst_id) AND left_out <> (is_hidden | iif((burst_id IS NOT NULL AND trashed_at IS NULL AND (traits & 8) = 0 AND (burst_selection & 2) = 0 AND EXISTS (
    SELECT 1 FROM asset AS other WHERE other.burst_id = asset.burst_id AND (other.traits & 8) <> 0
        AND other.trashed_at IS NULL)), 2, 0));
END;
CREATE TRIGGER asset_fold_update AFTER UPDATE OF burst_id, burst_selection, traits, trashed_at ON asset
    WHEN old.burst_id IS NOT NULL OR new.burst_id IS NOT NULL
BEGIN
    UPDATE asset SET left_out = is_hidden WHERE id = new.id AND burst_id IS NULL AND left_out <> is_hidden;
    UPDATE asset SET left_out = (is_hidden | iif((burst_id IS NOT NULL AND trashed_at IS NULL AND (traits & 8) = 0 AND (burst_selection & 2) = 0 AND EXISTS (
    SELECT 1 FROM asset AS other WHERE other.burst_id = asset.burst_id AND (other.traits & 8) <> 0
        AND other.trashed_at IS NULL)), 2, 0)) WHERE burst_id IN (old.burst_id, new.burst_id) AND left_out <> (is_hidden | iif((burst_id IS NOT NULL AND trashed_at IS NULL AND (traits & 8) = 0 AND (burst_selection & 2) = 0 AND EXISTS (
    SELECT 1 FROM asset AS other WHERE other.burst_id = asset.burst_id AND (other.traits & 8) <> 0
        AND other.trashed_at IS NULL)), 2, 0));
END;
CREATE TRIGGER asset_tally_insert AFTER INSERT ON asset BEGIN
    INSERT INTO tally VALUES (new.media_type, new.media_subtypes, new.traits, new.is_favorite,
    new.left_out, new.trashed_at IS NOT NULL, new.state, 1)
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
CREATE TRIGGER asset_tally_delete AFTER DELETE ON asset BEGIN
    INSERT INTO tally VALUES (old.media_type, old.media_subtypes, old.traits, old.is_favorite,
    old.left_out, old.trashed_at IS NOT NULL, old.state, -1)
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
CREATE TRIGGER asset_tally_update
    AFTER UPDATE OF media_type, media_subtypes, traits, is_favorite, left_out, trashed_at, state ON asset
BEGIN
    INSERT INTO tally VALUES (old.media_type, old.media_subtypes, old.traits, old.is_favorite,
    old.left_out, old.trashed_at IS NOT NULL, old.state, -1)
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
    INSERT INTO tally VALUES (new.media_type, new.media_subtypes, new.traits, new.is_favorite,
    new.left_out, new.trashed_at IS NOT NULL, new.state, 1)
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
CREATE TRIGGER asset_added_insert AFTER INSERT ON asset BEGIN
    INSERT INTO added_tally SELECT new.added_at / 86400000, 1
    WHERE new.left_out = 0 AND new.trashed_at IS NULL
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
CREATE TRIGGER asset_added_delete AFTER DELETE ON asset BEGIN
    INSERT INTO added_tally SELECT old.added_at / 86400000, -1
    WHERE old.left_out = 0 AND old.trashed_at IS NULL
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
CREATE TRIGGER asset_added_update AFTER UPDATE OF left_out, trashed_at, added_at ON asset BEGIN
    INSERT INTO added_tally SELECT old.added_at / 86400000, -1
    WHERE old.left_out = 0 AND old.trashed_at IS NULL
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
    INSERT INTO added_tally SELECT new.added_at / 86400000, 1
    WHERE new.left_out = 0 AND new.trashed_at IS NULL
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
CREATE TRIGGER asset_day_insert AFTER INSERT ON asset BEGIN
    UPDATE asset SET wall_day = ((coalesce(wall_seconds, sort_key / 1000) + 86400000000) / 86400 - 1000000) WHERE id = new.id;
END;
CREATE TRIGGER asset_day_update AFTER UPDATE OF wall_seconds, sort_key ON asset
    WHEN old.wall_seconds IS NOT new.wall_seconds OR old.sort_key <> new.sort_key
BEGIN
    UPDATE asset SET wall_day = ((coalesce(wall_seconds, sort_key / 1000) + 86400000000) / 86400 - 1000000) WHERE id = new.id AND wall_day <> ((coalesce(wall_seconds, sort_key / 1000) + 86400000000) / 86400 - 1000000);
END;
CREATE INDEX asset_days ON asset(left_out, trashed_at, wall_day, sort_key, id, latitude, longitude);
CREATE INDEX album_key_asset ON album(key_asset_id) WHERE key_asset_id IS NOT NULL;
CREATE TRIGGER search_insert AFTER INSERT ON asset BEGIN
    INSERT INTO search_pending(asset_id, is_indexed) VALUES (new.id, 0) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER search_update AFTER UPDATE OF name, title, caption, camera_id, lens_id, place_id, wall_seconds, media_type, rating ON asset
    WHEN (old.name, old.title, old.caption, old.camera_id, old.lens_id, old.place_id, old.wall_seconds, old.media_type, old.rating) IS NOT (new.name, new.title, new.caption, new.camera_id, new.lens_id, new.place_id, new.wall_seconds, new.media_type, new.rating)
BEGIN
    INSERT INTO search_pending VALUES (old.id, 1, old.name, old.title, old.caption, old.camera_id, old.lens_id, old.place_id, old.wall_seconds, old.media_type, old.rating) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER search_delete AFTER DELETE ON asset BEGIN
    INSERT INTO search_pending VALUES (old.id, 1, old.name, old.title, old.caption, old.camera_id, old.lens_id, old.place_id, old.wall_seconds, old.media_type, old.rating) ON CONFLICT DO NOTHING;
END;
COMMIT;
PRAGMA application_id = 1097622125;
PRAGMA user_version = 8;
