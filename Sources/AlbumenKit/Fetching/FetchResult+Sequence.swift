// SPDX-License-Identifier: GPL-3.0-or-later
// The objects of a fetch result one after the other, read a page at a time: what PhotoKit enumerates with a block.

extension FetchResult: AsyncSequence {
    /// The objects in order; those that are gone since are left out.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let result: FetchResult
        private var page: ArraySlice<Element> = []
        private var nextPage = 0

        fileprivate init(_ result: FetchResult) { self.result = result }

        public mutating func next() async throws -> Element? {
            while page.isEmpty {
                guard nextPage * FetchPage.size < result.count else { return nil }
                let range = FetchPage.range(nextPage, count: result.count)
                nextPage += 1
                page = try await result.objects(at: range)[...]
            }
            return page.removeFirst()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
