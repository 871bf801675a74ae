import {describe, expect, it} from 'vitest'
import {missingAmong, readDoc, rowsOf, testsNamedIn} from '../support/namedTests'

/** The sections of both standards, each with how many numbered statements it has, or from which to which. */
const SECTIONS = {
  '3.1.1': `
    1.5.3:3 2.2.2:2 2.3.1:7 3.1.0:2 3.1.2:24 3.1.3:11 3.1.4:5 3.2.0:1 3.2.2:6 3.3.1:12 3.3.2:3 3.3.4:1 3.3.5:2
    3.6.1:1 3.8.1:1 3.8.3:4 3.8.4:6 3.9.3:2 3.10.1:1 3.10.3:2 3.10.4:6 3.12.4:1 3.14.1:1 3.14.4:3 4.1.0:2 4.3.1:1
    4.3.2:2 4.3.3:2 4.4.0:1 4.5.0:2 4.6.0:6 4.7.1:3 4.7.2:1 4.7.3:4 4.8.0:2 6.0.0:4 7.0.0:2 7.1.1:1 7.1.2:1`,
  '5': `
    1.5.4:3 1.5.5:1 1.5.7:1 2.1.3:1 2.2.1:2–6 2.2.2:1 3.1.0:2 3.1.2:30 3.1.3:12 3.1.4:6 3.2.0:2 3.2.2:22 3.3.1:13
    3.3.2:20 3.3.4:10 3.4.2:3 3.5.2:3 3.6.1:1 3.6.2:3 3.7.2:3 3.8.1:1 3.8.3:5 3.8.4:8 3.9.2:2 3.9.3:2 3.10.1:1
    3.10.3:2 3.10.4:6 3.11.2:2 3.11.3:2 3.12.4:1 3.14.0:1 3.14.1:1 3.14.2:4 3.14.4:3 3.15.1:1 3.15.2:3 4.1.0:2
    4.2.0:1 4.3.1:1 4.3.2:5 4.3.3:13 4.4.0:2 4.5.0:2 4.6.0:6 4.7.0:1 4.7.1:2 4.7.2:1 4.7.3:4 4.8.2:6 4.9.0:3
    4.12.0:7 4.12.1:2 4.13.1:1 4.13.2:1 6.0.0:4`,
}
type Version = keyof typeof SECTIONS
const VERSIONS: readonly Version[] = ['3.1.1', '5']

const statementsOf = (version: Version) =>
  SECTIONS[version]
    .trim()
    .split(/\s+/)
    .flatMap(section => {
      const [, name, first = '1', last] = /^([\d.]+):(?:(\d+)–)?(\d+)$/.exec(section) ?? []
      return Array.from({length: Number(last) - Number(first) + 1}, (_, at) => `${name}-${Number(first) + at}`)
    })

const page = readDoc('docs/mqtt.md')
const rows = rowsOf(page).filter(([old = '', recent = '']) => /\d-\d/.test(old + recent))
const numbersIn = (text: string) => [...text.matchAll(/\d+\.\d+\.\d+-\d+/g)].map(([number]) => number)

/** Returns the numbers in the lists below the table, beside the ones in its columns. */
const listed = (version: Version) =>
  [...page.matchAll(/^- MQTT (\S+): (.+)$/gm)].flatMap(([, of, text = '']) => (of === version ? numbersIn(text) : []))

describe('docs/mqtt.md', () => {
  it.each(VERSIONS)('has each numbered statement of MQTT %s once, in its table or one of its lists', version => {
    const inTable = rows.flatMap(([old = '', recent = '']) => numbersIn(version === '3.1.1' ? old : recent))

    expect([...inTable, ...listed(version)].sort()).toEqual(statementsOf(version).sort())
    expect(page.replace(/\s+/g, ' ')).toContain(`the ${statementsOf(version).length} of [MQTT ${version}]`)
  })

  it('says of each whether it is held, and names a test that shows it, or why there is none', () => {
    const incomplete = rows.filter(cells => {
      const [, , asked, state = '', shown = ''] = cells
      const isShown = testsNamedIn(shown).length > 0 || /^no test: \S/.test(shown)
      const isComplete = state === 'held' ? isShown : /^not held: \S/.test(state)
      return cells.length !== 5 || !asked || !isComplete
    })

    expect(incomplete).toEqual([])
  })

  it('names tests that exist, by their files and names', () => {
    const named = rows.flatMap(cells => testsNamedIn(cells[4] ?? ''))

    expect(missingAmong(named, 'tests/server/deviceApi/mqtt')).toEqual([])
    expect(named.length).toBeGreaterThan(150)
  })
})
