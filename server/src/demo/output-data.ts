/** Where pieces leave a line of the demo: who tells them, and the machines from which they come. */
export interface DemoEnd {
  readonly station: string;
  readonly teller: string;
  /** Where its NG pieces go; a line without an NG station tells them at its end. */
  readonly ngStation: string | null;
  readonly from: readonly string[];
  /** Seconds a piece takes there; without it, pieces that the machines counted come through. */
  readonly pace?: number;
}

// oxfmt-ignore
/** The ends of the lines whose machines tell their states. */
export const lineEnds: readonly DemoEnd[] = [
  { station: 'NB-L01-OP05-1', teller: 'NB-SW-01', ngStation: 'NB-L01-OP05-NG', from: ['NB-RB-07'], pace: 348 },
  { station: 'NB-L01-OP05-2', teller: 'NB-SW-02', ngStation: 'NB-L01-OP05-NG', from: ['NB-RB-07'], pace: 342 },
  { station: 'NB-L01-OP05-3', teller: 'NB-SW-03', ngStation: 'NB-L01-OP05-NG', from: ['NB-RB-07'], pace: 351 },
  { station: 'NB-L02-OP07-1', teller: 'NB-PR-01', ngStation: 'NB-L02-OP07-NG', from: ['NB-RB-10'], pace: 126 },
  { station: 'NB-L02-OP07-2', teller: 'NB-PR-02', ngStation: 'NB-L02-OP07-NG', from: ['NB-RB-12'], pace: 123 },
  { station: 'NB-L03-OP09-2', teller: 'NB-HF-05', ngStation: 'NB-L03-OP09-NG', from: ['NB-RB-16'], pace: 68 },
  { station: 'NB-L04-OP95-1', teller: 'NB-DB-01', ngStation: 'NB-L04-OP60-NG', from: ['NB-MC-03', 'NB-MC-06'] },
  { station: 'NB-L05-OP95-1', teller: 'NB-DB-02', ngStation: 'NB-L05-OP60-NG', from: ['NB-MC-09', 'NB-MC-12'] },
  { station: 'NB-L06-OP95-1', teller: 'NB-DB-03', ngStation: 'NB-L06-OP60-NG', from: ['NB-MC-15', 'NB-MC-18'] },
  { station: 'CS-M01-OP60-1', teller: 'CS-GA-01', ngStation: null, from: ['CS-MC-03', 'CS-MC-06'] },
  { station: 'CS-M02-OP60-1', teller: 'CS-GA-02', ngStation: null, from: ['CS-MC-09', 'CS-MC-12'] },
  { station: 'CS-M03-OP60-1', teller: 'CS-GA-03', ngStation: null, from: ['CS-MC-15'] },
  { station: 'CS-M04-OP95-1', teller: 'CS-DB-01', ngStation: 'CS-M04-OP70-NG',
    from: ['CS-MC-03', 'CS-MC-06', 'CS-MC-09', 'CS-MC-12', 'CS-MC-15'] },
  { station: 'TH-T04-OP95-1', teller: 'TH-DB-01', ngStation: null, from: ['TH-MC-03', 'TH-MC-06'] },
];
