import {expect, test} from 'vitest'
import {clustered} from '../../../../src/domain/wall/places/clusters'

const mark = (id: string, x: number, severity = 0) => ({id, x, y: 0, severity})
const ids = (marks: Parameters<typeof clustered>[0], distance = 10) =>
  clustered(marks, distance).map(cluster => cluster.map(({id}) => id).join(''))

test.each([
  ['nothing', [], []],
  ['marks that are apart stand alone', [mark('a', 0), mark('b', 10)], ['a', 'b']],
  ['marks that cover each other stand together', [mark('a', 0), mark('b', 9)], ['ab']],
  ['the worst keeps its place', [mark('a', 0), mark('b', 9, 2), mark('c', 14, 1)], ['bca']],
  ['a mark joins the nearest', [mark('a', 0, 1), mark('b', 12, 1), mark('c', 7)], ['a', 'bc']],
])('%s', (_, marks, expected) => {
  expect(ids(marks)).toEqual(expected)
})
