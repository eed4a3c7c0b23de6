import type { NetworkMutants } from './table.ts';

export const linkedin: NetworkMutants = {
  'connect.ts': [['checks nothing', 'await readPerson(session);\n  return warn', 'return warn']],
};

export const linkedinPage: NetworkMutants = {
  'find.ts': [
    [
      'adopts a post by its text alone',
      "theirs === ours && (ours !== '' || isSameLittle(text, commentary))",
      'isSameLittle(text, commentary)',
    ],
    ['adopts a post of any time', '!(createdAt(each) < start)', '!(createdAt(each) < 0)'],
  ],
  'connect.ts': [
    ['names another account', 'return { id, name, username', 'return { id: name, name, username'],
  ],
};
