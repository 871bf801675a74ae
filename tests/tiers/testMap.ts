import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as z from 'zod/mini'

const FILE = join(import.meta.dirname, '../map.json')

/** What each test file takes, and the files of the project of which it calls a function. The deep tier keeps it true. */
export interface TestMap {
  tests: Readonly<Record<string, MeasuredFile>>
}

export interface MeasuredFile {
  /** Of processor, with all that it starts. */
  seconds: number
  covers: readonly string[]
}

/** Each file is a line. What it covers are places among the sources, in ranges: `3-7 9`. */
const stored = z.object({
  sources: z.array(z.string()),
  tests: z.record(z.string(), z.tuple([z.number(), z.string()])),
})

/** Empty when there is none. */
export function readTestMap(file = FILE): TestMap {
  if (!existsSync(file)) return {tests: {}}
  const {sources, tests} = stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  const read = Object.entries(tests).map(([name, [seconds, ranges]]): [string, MeasuredFile] => [
    name,
    {seconds, covers: placesIn(ranges).map(place => sources[place] ?? '')},
  ])
  return {tests: Object.fromEntries(read)}
}

/** Keeps what was known of files that exist and were not measured now. */
export function renewTestMap(measured: TestMap['tests'], exists: (file: string) => boolean, file = FILE): void {
  const tests = Object.entries({...readTestMap(file).tests, ...measured})
    .filter(([name]) => exists(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const sources = [...new Set(tests.flatMap(([, {covers}]) => covers))].filter(exists).sort()
  const places = new Map(sources.map((source, place) => [source, place]))
  const lines = tests.map(([name, {seconds, covers}]) => {
    const known = covers.flatMap(source => places.get(source) ?? []).sort((one, other) => one - other)
    return `${JSON.stringify(name)}: ${JSON.stringify([Math.round(seconds * 10) / 10, rangesOf(known)])}`
  })
  const list = sources.map(source => JSON.stringify(source)).join(',\n')
  writeFileSync(file, `{"sources": [\n${list}\n],\n"tests": {\n${lines.join(',\n')}\n}}\n`)
}

export function rangesOf(places: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const place of places) {
    const last = ranges.at(-1)
    if (last?.[1] === place - 1) last[1] = place
    else ranges.push([place, place])
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(' ')
}

export const placesIn = (ranges: string): number[] =>
  ranges
    .split(' ')
    .filter(range => range !== '')
    .flatMap(range => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from({length: last - first + 1}, (_, offset) => first + offset)
    })
