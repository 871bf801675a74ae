import {eq} from 'drizzle-orm'
import type {Page} from 'playwright-core'
import {beforeAll, describe, expect, it} from 'vitest'
import {user} from '../../server/database/schema/user'
import {deep} from '../support/deep'
import {sampled} from '../support/tier'
import {raiseAlarm} from './support/alarms'
import {violationsInBothSchemes} from './support/axe'
import {pagesOf} from './support/consolePages'
import {useJourney} from './support/journey'
import {tabStops} from './support/keyboard'
import {DESK, englishOn, frameProblems, layoutShift, overflow, PHONE, watchLayoutShift} from './support/probes'
import {storeRecords} from './support/records'

type Visitor = 'nobody' | 'plantAdmin' | 'customerAdmin' | 'customerUser' | 'systemAdmin'

const CHART = '/dashboard?device=:boiler&key=temperature'
const RECORDS = {
  organisation: ':organisation',
  customer: ':customer',
  user: ':user',
  device: ':device',
  asset: ':asset',
}

const LISTS = ['/settings?tab=users', '/settings?tab=devices']

/** The pages that each visitor may open, with names for stored records. */
const PAGES: Record<Visitor, readonly string[]> = {
  nobody: [
    ...['/login', '/register', '/passwordReset', '/newPassword', '/newPassword?token=token', '/verification'],
    ...[
      '/verification?token=wrong',
      '/firstAdmin',
      '/firstAdmin?token=token',
      '/acknowledgement?token=token',
      '/unauthorized',
      '/no/such/page',
    ],
  ],
  plantAdmin: [
    ...['/dashboard', '/dashboard?device=:dormant', '/dashboard?device=:boiler', CHART],
    ...[`${CHART}&stats=all&agg=average`, `${CHART}&with=:conveyor~speed`],
    ...[
      '/alarms',
      '/alarms?standing=shelved',
      '/alarms/:alarm',
      '/alarms/no-alarm',
      '/alarms/report',
      '/alarms/availability',
      '/alarms/maintenance',
      '/alarms/on-call',
    ],
    ...['/profile', '/security', '/historical', '/unauthorized', '/no/such/page', '/sys_admin'],
    ...['/settings', ...LISTS, '/settings?tab=customers', '/settings?tab=assets', '/settings?tab=notifications'],
    ...['thresholds', 'units', 'notifications', 'zone', 'walls', 'keys'].map(task => `/settings/${task}`),
    ...['/settings/device/:conveyor', '/settings/user/:clerk', '/settings/user-create/:plant', '/settings/audit'],
    ...['/settings/org-edit/:plant', '/settings/api-keys'],
  ],
  customerAdmin: [
    ...['/dashboard', '/myhome', '/settings', ...LISTS, '/settings/device/:conveyor', '/settings/user/:clerk'],
    ...['/settings/user-create/:plant', '/settings/device-create/:plant', '/settings/audit'],
  ],
  customerUser: ['/myhome', '/alarms'],
  systemAdmin: [...pagesOf(RECORDS).map(([path]) => path), '/sys_admin/no/such/page'],
}
const VISITS = Object.entries(PAGES).flatMap(([visitor, paths]) =>
  paths.map((path): [Visitor, string] => [visitor as Visitor, path]),
)
const PARTS = 32

describe('every page', () => {
  const journey = useJourney({additions: true})
  let ids: Record<string, string>

  beforeAll(async () => {
    const {boiler, conveyor, dormant, systemAdmin} = journey.world
    const context = await journey.newContext()
    await journey.signIn(context, systemAdmin)
    const records = await storeRecords(context, 'walk')
    const alarm = await raiseAlarm(journey, conveyor)
    const ofPlant = {plant: journey.world.plantId, clerk: await idOf(journey.world.customerUser.email)}
    ids = {...records, alarm, boiler: boiler.id, conveyor: conveyor.id, dormant: dormant.id, ...ofPlant}
  })

  it.each(sampled(VISITS, PARTS, visit => visit.join()))(
    'is whole for %s at %s: in German, on a desk and a phone, by day and by night',
    async (visitor, path) => {
      journey.expectComplaint(REFUSED)
      const page = await openGerman(visitor)
      const wrong: string[] = []
      for (const size of [PHONE, DESK]) {
        await page.setViewportSize(size)
        await show(page, path)
        const found = [...(await overflow(page)), ...(await layoutShift(page))]
        wrong.push(...found.map(complaint => `${complaint}, at ${size.width} px`))
      }
      wrong.push(
        ...(await frameProblems(page, 'de')),
        ...(await englishOn(page)),
        ...(await violationsInBothSchemes(page)),
      )
      expect(wrong).toEqual([])
    },
  )

  deep.each([
    ['nobody', '/login'],
    ['plantAdmin', CHART],
    ['plantAdmin', '/alarms'],
    ['plantAdmin', '/profile'],
    ['plantAdmin', '/settings'],
    ['customerAdmin', '/settings'],
    ['customerUser', '/myhome'],
    ['systemAdmin', '/sys_admin'],
    ['systemAdmin', '/sys_admin/device/:boiler'],
  ] as const)(
    'lets Tab come round for %s at %s without a trap, and shows where the focus is',
    async (visitor, path) => {
      const page = await openGerman(visitor)
      await show(page, path)
      const stops = await tabStops(page)
      expect(stops.length).toBeGreaterThanOrEqual(5)
      expect(stops.filter(({isShown}) => !isShown)).toEqual([])
    },
  )

  async function idOf(email: string): Promise<string> {
    const [found] = await journey.database.db.select({id: user.id}).from(user).where(eq(user.email, email))
    return found?.id ?? ''
  }

  /** A page of the origin where nothing of ours runs yet. */
  async function openGerman(visitor: Visitor): Promise<Page> {
    const context = await journey.newContext()
    const preferences = {language: 'de'}
    if (visitor !== 'nobody') {
      await journey.signIn(context, journey.world[visitor])
      await context.request.put('/api/v0/users/preferences', {data: preferences})
    }
    const page = await context.newPage()
    await page.goto('/config.json')
    await page.evaluate(
      kept => localStorage.setItem('pulsewall.preferences', kept),
      JSON.stringify({preferences, unsaved: {}, userId: null}),
    )
    await page.addInitScript(watchLayoutShift)
    return page
  }

  async function show(page: Page, path: string) {
    await page.goto(path.replace(/:(\w+)/g, (_, name) => ids[name] ?? ''))
    await page.getByRole('heading', {level: 1}).waitFor()
    await page
      .getByText(/(geladen|gelesen) ?…$/)
      .first()
      .waitFor({state: 'detached'})
    await page.waitForLoadState('networkidle')
  }
})

/** Pages get these for unknown records, and for visitors who are not signed in. */
const REFUSED = /status of 40[0-9]/
