import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {HOUR} from '../../contract/rules/time/durations'
import {attribute} from '../../server/database/schema/attribute'
import {drawn} from './support/axe'
import {type Journey, useJourney} from './support/journey'
import {inOrder, mediaOn, openColleague} from './support/media'
import {watchLayoutShift} from './support/probes'
import {seenOn} from './support/sightOfRows'
import {importDevices, numbered} from './support/storedDevices'

const SIZES = [
  {width: 1920, height: 1080, rows: 10},
  {width: 1280, height: 800, rows: 9},
  {width: 390, height: 844, rows: 8},
] as const
/** Never paired. */
const OF_WORLD = ['Boiler', 'Conveyor', 'Dormant']
/** Between whole hours, so that no age changes while a page is read. */
const LONG = 3.5 * HOUR
const AGE = '3 h'

type Kind = 'dark' | 'silent' | 'partly' | 'old' | 'new' | 'playing'
type Screens = Readonly<Record<string, Kind>>

/** Stores screens of each kind beside those of the world, which are never paired. */
async function storeScreens(journey: Journey, counts: Partial<Record<Kind, number>>): Promise<Screens> {
  const other = await openColleague(journey)
  const [video, broken] = [await other.upload('Alpha.mp4'), await other.upload('Beta.mp4')]
  const kinds = (Object.keys(counts) as Kind[]).flatMap(kind => Array<Kind>(counts[kind] ?? 0).fill(kind))
  const names = numbered('Screen', kinds.length)
  const admin = await journey.newContext()
  await journey.signIn(admin, journey.world.plantAdmin)
  const idOf = await importDevices(admin, journey.world.plantId, names)
  const now = journey.now()
  const report = {
    revision: 1,
    fetching: null,
    ready: 2,
    files: 2,
    playing: video,
    faults: {},
    free: null,
    clock_error: 0,
  }
  const says = {
    playing: {},
    silent: {},
    new: {},
    partly: {faults: {[broken]: 'The file can not be played.'}},
    dark: {playing: null, dark: 'allBroken'},
    old: {revision: 0},
  } satisfies Record<Kind, object>
  // In no order of trouble.
  const stored = names.toReversed().flatMap((name, at) => {
    const kind = kinds[at] ?? 'playing'
    const seenAt = kind === 'silent' ? now - LONG : now
    const player = {...report, zone: 'UTC', since: now - LONG, dark: null, ...says[kind]}
    const of = {entityType: 'device' as const, entityId: idOf(name), organisationId: journey.world.plantId}
    const list = {...of, scope: 2, key: 'playlist', jsonV: inOrder([video, broken]), lastUpdateTs: now - LONG}
    if (kind === 'new') return [list]
    return [
      list,
      {...of, scope: 0, key: 'player', jsonV: player, lastUpdateTs: seenAt},
      {...of, scope: 0, key: 'heartbeat', jsonV: {ts: seenAt}, lastUpdateTs: seenAt},
    ]
  })
  await journey.database.db.insert(attribute).values(stored)
  const ofKinds = names.toReversed().map((name, at) => [name, kinds[at] ?? 'playing'] as const)
  return Object.fromEntries([...ofKinds, ...OF_WORLD.map(name => [name, 'new'] as const)])
}

/** What a person says who has read the lines of a row: the name, what is wrong, and since when. */
function said([name = '', ...lines]: readonly string[]) {
  const text = lines.join('\n')
  const found = SIGNS.flatMap(([kind, sign]) => {
    const match = sign.exec(text)
    return match === null ? [] : [{name, kind, age: match[1] ?? null}]
  })
  return found[0] ?? {name, kind: 'nothing', age: null}
}

const SIGNS: readonly (readonly [Kind, RegExp])[] = [
  ['dark', /Dark: none of its videos.* · (\d+ \w+)/],
  ['silent', /Inactive · no heartbeat for (\d+ \w+)/],
  ['partly', /Not playing all: Beta\.mp4/],
  ['old', /Playing an old list.* · (\d+ \w+)/],
  ['new', /No screen is paired yet/],
  ['playing', /Playing Alpha\.mp4/],
]

const isSince = (kind: Kind) => kind === 'dark' || kind === 'silent' || kind === 'old'

async function openAt(journey: Journey, {width, height}: {width: number; height: number}) {
  const page = await journey.open('/dashboard', {viewport: {width, height}})
  await page.locator('[data-device][aria-current]').waitFor()
  // Rows name videos by their ids until these are read.
  await page.waitForFunction(() => !/[\da-f]{8}-[\da-f]{4}-/.test(document.querySelector('tbody')?.textContent ?? ''))
  return page
}

describe.each([
  {count: 8, counts: {dark: 1, silent: 1, partly: 1, old: 1, playing: 1}},
  {count: 200, counts: {dark: 2, silent: 2, partly: 1, old: 1, playing: 191}},
  {count: 200, counts: {dark: 60, silent: 50, partly: 40, old: 20, playing: 27}},
])('the first look at $count screens', ({count, counts}) => {
  const journey = useJourney({additions: true, isMedia: true})

  it(`names each that is dark or wrong, and since when: ${JSON.stringify(counts)}`, async () => {
    const screens = await storeScreens(journey, counts)
    const wrong = Object.keys(screens).filter(name => screens[name] !== 'playing')
    for (const size of SIZES) {
      const page = await openAt(journey, size)
      const {rows, counters} = await seenOn(page)
      const found = rows.map(said)
      for (const {name, kind, age} of found) {
        expect({name, kind, age}).toEqual({
          name,
          kind: screens[name],
          age: isSince(screens[name] ?? 'playing') ? AGE : null,
        })
      }
      const problems = found.filter(({kind}) => kind !== 'playing').length
      expect(problems).toBe(Math.min(wrong.length, rows.length))
      const total = (kind: Kind) => Object.values(screens).filter(of => of === kind).length
      expect(counters).toEqual(
        expect.arrayContaining([
          `${count} all`,
          `${total('dark')} dark`,
          `${total('silent')} silent`,
          // On a phone the line of the counters is longer than the screen.
          ...(size.width < 400
            ? []
            : [
                `${total('partly')} partly`,
                `${total('old')} old list`,
                `${total('new')} never paired`,
                `${total('playing')} playing`,
              ]),
        ]),
      )
      await page.context().close()
    }
  })
})

/** Where the regions and the rows stand on the page. */
const placesOn = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('main section:not([data-area="preview"] *), tbody tr'), part => {
      const {x, y, width, height} = part.getBoundingClientRect()
      return [x, y + window.scrollY, width, height].map(Math.round).join()
    }),
  )

describe('the media dashboard', () => {
  const journey = useJourney({additions: true, isMedia: true})

  it('has room for ten rows, nine, or eight on a phone', async () => {
    await storeScreens(journey, {playing: 12})
    for (const size of SIZES) {
      const page = await openAt(journey, size)
      const {rows} = await seenOn(page)
      expect(rows.length).toBeGreaterThanOrEqual(size.rows)
      for (const [name, alive] of rows.slice(0, size.rows)) {
        expect(name).toMatch(/\w/)
        expect(alive).toMatch(/^(Active|Inactive) ·/)
      }
      await page.context().close()
    }
  })

  it('moves nothing that is read when something opens', async () => {
    await storeScreens(journey, {dark: 1, playing: 11})
    for (const viewport of SIZES.filter(({width}) => width > 1000)) {
      const page = await openAt(journey, viewport)
      const media = mediaOn(page)
      const close = () => page.keyboard.press('Escape')
      await media.item('Alpha.mp4').waitFor()
      await page.evaluate(watchLayoutShift)
      await drawn(page)
      await page.evaluate(() => {
        window.layoutShift.moved = []
      })
      const opened: Record<string, () => Promise<unknown>> = {
        'Upload video': () => media.openSection('Upload video'),
        'Device Group Admin': () => media.openSection('Device Group Admin'),
        'Device Management': () => media.openSection('Device Management'),
        pairing: () => media.press('Pair a screen'),
        'no pairing': () => close(),
        'no section': () => page.getByRole('heading', {name: 'Device Management'}).click(),
        name: () =>
          page
            .locator('[data-device][aria-current]')
            .getByRole('button', {name: /^Rename/})
            .click(),
        'no name': () => close(),
        label: () =>
          page
            .locator('[data-device][aria-current]')
            .getByRole('button', {name: /customer label/})
            .click(),
        'no label': () => close(),
        hours: () => media.press('Hours and dates of Alpha.mp4'),
        'no hours': () => close(),
        group: () => media.region('Playlist').getByRole('button', {name: 'Assign to group …'}).click(),
        'no group': () => close(),
      }
      const places = await placesOn(page)
      for (const [what, open] of Object.entries(opened)) {
        await open()
        await drawn(page)
        const {moved} = await page.evaluate(() => window.layoutShift)
        expect({what, moved}).toEqual({what, moved: []})
      }
      // Its own parts move with it.
      for (const size of ['640 × 360', '960 × 540', '320 × 180']) {
        await page.getByText(size, {exact: true}).click()
        expect(await placesOn(page)).toEqual(places)
      }
      await page.context().close()
    }
  })
})
