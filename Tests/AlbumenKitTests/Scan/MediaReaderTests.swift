// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Imaging
import Metadata
import Testing

@testable import AlbumenKit

@Suite struct MediaReaderTests {
    private let path = FilePath("/nowhere/a.jpg")

    @Test(
        "What this process has too little of says nothing about the file",
        arguments: [EMFILE, ENFILE, ENOMEM])
    func shortages(code: Int32) {
        guard case .noResources = MediaReader.reading(of: .io(path, errno: code), .media) else {
            Issue.record("\(code) was held against the file")
            return
        }
    }

    @Test("Errors that may pass are told from those that stay")
    func passing() throws {
        #expect(MediaReader.reading(of: .io(path, errno: EIO), .media).mayPass)
        #expect(MediaReader.reading(of: .permissionDenied(path), .media).mayPass)
        #expect(!MediaReader.reading(of: .empty(path), .media).mayPass)
        let folder = TemporaryFolder()
        let file = try OpenFile(path: folder.write("a.jpg"))
        func mayPass(_ failure: DecodeFailure) -> Bool {
            MediaReader.reading(of: failure, file, nil).mayPass
        }
        #expect(mayPass(.outOfMemory) && mayPass(.file(.io(path, errno: EIO))))
        #expect(mayPass(.file(.io(path, errno: ENOMEM))) && mayPass(.workerDied(.signal(SIGKILL))))
        #expect(!mayPass(.workerDied(.signal(SIGSEGV))) && !mayPass(.corrupt("it ends too early")))
        #expect(!mayPass(.unsupported(.unknown)) && !mayPass(.timedOut(seconds: 30)))
    }
}
