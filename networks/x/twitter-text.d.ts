/** The parts of twitter-text 3.1.0 that tests and the fake use. */
declare module 'twitter-text' {
  interface Found {
    url: string;
    indices: [start: number, end: number];
  }

  const twitterText: {
    parseTweet(text: string): { weightedLength: number };
    extractUrlsWithIndices(text: string): Found[];
    regexen: { validGTLD: RegExp; validCCTLD: RegExp };
  };
  export default twitterText;
}
