import {describe, expect, it} from 'vitest'
import {missingAmong, readDoc, rowsOf, testsNamedIn} from '../support/namedTests'

/** The sections of ASVS 5.0, each with how many of its requirements are of the levels 1 and 2: always its first. */
const ASKED = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4
  10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`
  .trim()
  .split(/\s+/)
  .flatMap(section => {
    const [name, count] = section.split(':')
    return Array.from({length: Number(count)}, (_, at) => `${name}.${at + 1}`)
  })

const page = readDoc('docs/security.md')
const [table = '', rest = ''] = page.split('\n## Does not apply\n')
const [exempt = '', more = ''] = rest.split('\n## Further measures\n')
const [besides = '', afterwards = ''] = more.split('\n## Doors where text becomes work\n')
const [doors = ''] = afterwards.split('\n## ')

const rows = rowsOf(table).filter(([number = '']) => /^\d/.test(number))

describe('docs/security.md', () => {
  it('has each requirement of the levels 1 and 2 once, in its table or among those that do not apply', () => {
    const inTable = rows.map(([number = '']) => number)
    const notApplying = [...exempt.matchAll(/(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?/g)].flatMap(([, section, first, last]) =>
      Array.from({length: Number(last ?? first) - Number(first) + 1}, (_, at) => `${section}.${Number(first) + at}`),
    )

    expect(ASKED.length).toBe(253)
    expect([...inTable, ...notApplying].sort()).toEqual([...ASKED].sort())
  })

  it('says of each what is done, whether it is met, and names a test or why there is none', () => {
    const incomplete = rows.filter(([, asked, done, shown = '', state = ''], at) => {
      const isShown = testsNamedIn(shown).length > 0 || shown.startsWith('no test')
      return rows[at]?.length !== 5 || !asked || !done || !isShown || !['met', 'not met'].includes(state)
    })
    const unexplained = rows.filter(([, , done = '', , state]) => state === 'not met' && !/missing/i.test(done))

    expect(incomplete).toEqual([])
    expect(unexplained).toEqual([])
  })

  it('names tests that exist, by their files and names', () => {
    const shown = [...rows.map(cells => cells[3] ?? ''), ...rowsOf(besides).map(cells => cells.at(-1) ?? '')]
    const named = shown.flatMap(testsNamedIn)

    expect(missingAmong(named, 'tests/server')).toEqual([])
    expect(named.length).toBeGreaterThan(200)
  })

  it('names for each door the worst input, its bound, how that holds, and tests that exist', () => {
    const [, ...each] = rowsOf(doors)
    const named = each.map(cells => testsNamedIn(cells[4] ?? ''))

    expect(each.filter(cells => cells.length !== 5 || cells.includes(''))).toEqual([])
    expect(named.filter(tests => tests.length === 0)).toEqual([])
    expect(missingAmong(named.flat(), 'tests/server')).toEqual([])
    expect(each.length).toBeGreaterThan(5)
  })

  it('leads to headings that it has', () => {
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading.toLowerCase().replaceAll(' ', '-'),
    )
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, link]) => link)

    expect(links.filter(link => link === undefined || !headings.includes(link))).toEqual([])
  })
})
