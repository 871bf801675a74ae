import {mkdir, mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {BrowserContext, Page} from 'playwright-core'
import {startEmbeddedDatabase} from '../../../server/cluster/start'
import {connectDatabase} from '../../../server/database/connect'
import {migrateDatabase} from '../../../server/database/migrate'
import {accountOn} from './account'
import {consoleOn} from './adminConsole'
import {setup as buildClient} from './buildClient'
import {launchChromium} from './chromium'
import {pagesOf, visit} from './consolePages'
import {dashboardOn} from './dashboard'
import {postTelemetry} from './device'
import {homeOn} from './home'
import {type Records, storeRecords} from './records'
import {type Account, seedWorld, type World} from './seed'
import {createServerProcess} from './server'

/** Takes every screen in every state, or those of some areas: `node --import tsx tests/journeys/support/screenshots.ts <folder> [<area>…]`. */
const [, , folder = 'screenshots', ...areas] = process.argv
const SCHEMES = ['light', 'dark'] as const
const SIZES = [
  {width: 1920, height: 1080},
  {width: 1280, height: 800},
  {width: 360, height: 740},
]
const BROKEN = {status: 500, contentType: 'application/json', body: '{"message":"Broken."}'}
const DONE = {status: 200, contentType: 'application/json', body: '{"message":"Done."}'}
const STRANGER = {email: 'somebody@example.test', password: 'a fine new password'}
const ACCOUNT_PATHS = {
  register: '/register',
  passwordReset: '/passwordReset',
  newPassword: '/newPassword?token=token',
  'newPassword-tokenMissing': '/newPassword',
  firstAdmin: '/firstAdmin?token=token',
  acknowledgement: '/acknowledgement?token=token',
  'verification-refused': '/verification?token=token',
  'verification-tokenMissing': '/verification',
}

const AREAS = {login: takeLogin, account: takeAccount, dashboard: takeDashboard, home: takeHome, console: takeConsole}

const sessions = new Map<Account, SignedIn>()

await mkdir(folder, {recursive: true})
await buildClient()
const dataDir = await mkdtemp(join(tmpdir(), 'pulsewall-screenshots-'))
const world = await seed()
const server = await createServerProcess({dataDir, additions: true})
const browser = await launchChromium()
await server.start()
const baseURL = server.origin
const records = await storeConsole()
try {
  await postTelemetry(server.origin, world.conveyor.accessToken, {speed: 1.5, running: true, mode: 'automatic'})
  for (const colorScheme of SCHEMES) {
    for (const viewport of SIZES) {
      const take = async (name: string, show: (page: Page) => Promise<unknown>, account?: Account) => {
        const session = account === undefined ? {} : {storageState: await signedIn(account)}
        const context = await browser.newContext({baseURL, colorScheme, viewport, locale: 'en-GB', ...session})
        const page = await context.newPage()
        await show(page)
        await page.screenshot({path: join(folder, `${name}-${colorScheme}-${viewport.width}.png`), fullPage: true})
        await context.close()
      }
      for (const [area, takeArea] of Object.entries(AREAS))
        if (areas.length === 0 || areas.includes(area)) await takeArea(take)
    }
  }
} finally {
  await Promise.allSettled([browser.close(), server.stop()])
  await rm(dataDir, {recursive: true, force: true})
}

/** The world of the journeys, in the database that the server starts on. */
async function seed(): Promise<World> {
  const embedded = await startEmbeddedDatabase({dataDir})
  const database = await connectDatabase(embedded.url)
  await migrateDatabase(database)
  const seeded = await seedWorld(database, Date.now())
  await database.close()
  await embedded.stop()
  return seeded
}

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>
type Take = (name: string, show: (page: Page) => Promise<unknown>, account?: Account) => Promise<void>

async function takeLogin(take: Take) {
  const openLogin = async (page: Page) => {
    await page.goto('/login')
    await page.getByLabel('Email').waitFor()
  }
  const submit = async (page: Page) => {
    await page.getByLabel('Email').fill('somebody@example.test')
    await page.getByLabel('Password', {exact: true}).fill('not the password')
    await page.getByRole('button', {name: 'Log in'}).click()
  }
  await take('login', openLogin)
  await take('login-failed', async page => {
    await openLogin(page)
    await submit(page)
    await page.getByRole('alert').waitFor()
  })
  await take('login-cut', async page => {
    await openLogin(page)
    await page.context().setOffline(true)
    await submit(page)
    await page.getByRole('alert').waitFor()
  })
  await take('start-failed', async page => {
    await page.route('**/config.json', route => route.abort())
    await page.goto('/')
    await page.getByRole('alert').waitFor()
  })
  await take('unknown-route', async page => {
    await page.goto('/no/such/screen')
    await page.getByText('Unexpected Application Error!').waitFor()
  })
}

async function takeAccount(take: Take) {
  for (const [name, path] of Object.entries(ACCOUNT_PATHS)) {
    await take(name, async page => {
      await page.goto(path)
      await page.getByRole('alert').or(page.getByRole('textbox').first()).waitFor()
    })
  }
  await take('register-wrong', async page => {
    await page.goto('/register')
    await accountOn(page).button('Register').click()
    await page.locator('[aria-invalid=true]').first().waitFor()
  })
  await take('register-cut', async page => {
    await page.route('**/api/v0/user/register/', route => route.abort())
    await accountOn(page).register(STRANGER)
    await page.getByRole('alert').waitFor()
  })
  await take('register-done', async page => {
    await page.route('**/api/v0/user/register/', route => route.fulfill(DONE))
    await accountOn(page).register(STRANGER)
    await page.getByRole('status').waitFor()
  })
  await take('verification-done', async page => {
    await page.route('**/api/users/verify-email/**', route => route.fulfill(DONE))
    await page.goto('/verification?token=token')
    await page.getByText('In 3 s').waitFor()
  })
  await take('verification-cut', async page => {
    await page.route('**/api/users/verify-email/**', route => route.abort())
    await page.goto('/verification?token=token')
    await page.getByRole('alert').waitFor()
  })
}

async function takeDashboard(take: Take) {
  const {plantAdmin} = world
  const openLoaded = async (page: Page) => {
    await page.goto('/dashboard')
    await dashboardOn(page)
      .section.getByText(/^\d+ points$/)
      .waitFor()
    await dashboardOn(page)
      .tiles.getByText(/\d\.\d\d/)
      .first()
      .waitFor()
  }
  await take('dashboard', openLoaded, plantAdmin)
  await take(
    'dashboard-thinned',
    async page => {
      await openLoaded(page)
      await dashboardOn(page).key('vibration', 'Boiler').click()
      await dashboardOn(page)
        .section.getByText(/ of 2,881 points$/)
        .waitFor()
    },
    plantAdmin,
  )
  await take(
    'dashboard-linkDown',
    async page => {
      await openLoaded(page)
      await page.context().setOffline(true)
      await dashboardOn(page).mark.filter({hasText: 'offline'}).waitFor()
    },
    plantAdmin,
  )
  await take(
    'dashboard-noKey',
    async page => {
      await openLoaded(page)
      await dashboardOn(page).device('Dormant').click()
      await dashboardOn(page).section.waitFor({state: 'detached'})
    },
    plantAdmin,
  )
  await take(
    'dashboard-loading',
    async page => {
      await page.route(/\/api\/v0\/device(\?|$)/, () => {})
      await page.goto('/dashboard')
      await page.getByText('Loading...').waitFor()
    },
    plantAdmin,
  )
  await take(
    'dashboard-chartLoading',
    async page => {
      await page.route(/\/(values\/timeseries|statistics)/, () => {})
      await page.goto('/dashboard')
      await page.getByText('Loading chart...').waitFor()
    },
    plantAdmin,
  )
  await take(
    'dashboard-failed',
    async page => {
      await page.route(/\/api\/v0\/device(\?|$)/, route => route.fulfill(BROKEN))
      await page.goto('/dashboard')
      await page.getByRole('alert').waitFor()
    },
    plantAdmin,
  )
  await take(
    'dashboard-chartFailed',
    async page => {
      await page.route(/\/(values\/timeseries|statistics)/, route => route.fulfill(BROKEN))
      await page.goto('/dashboard')
      await page.getByText('The chart could not be loaded.').waitFor()
    },
    plantAdmin,
  )
  await take(
    'dashboard-chartEmpty',
    async page => {
      const start = Date.now() + 60_000
      await page.goto(`/dashboard?device=${world.boiler.id}&key=temperature&start=${start}&end=${start + 60_000}`)
      await page.getByText('No points in this range').waitFor()
    },
    plantAdmin,
  )
  await take(
    'dashboard-empty',
    async page => {
      await page.goto('/dashboard')
      await page.getByText('No devices yet').waitFor()
    },
    world.newcomer,
  )
}

async function takeHome(take: Take) {
  const {customerUser, lodger} = world
  const openLoaded = async (page: Page) => {
    await page.goto('/myhome')
    await homeOn(page).chart('Conveyor', 'speed').waitFor()
  }
  await take('home', openLoaded, customerUser)
  await take(
    'home-linkDown',
    async page => {
      await openLoaded(page)
      await page.context().setOffline(true)
      await homeOn(page).linkDown.waitFor()
    },
    customerUser,
  )
  await take(
    'home-noChart',
    async page => {
      await page.route('**/values/timeseries*', route => route.fulfill(BROKEN))
      await page.goto('/myhome')
      await page.getByText(/^No chart: /).waitFor()
    },
    customerUser,
  )
  await take(
    'home-failed',
    async page => {
      await page.route(/\/api\/v0\/device(\?|$)/, route => route.fulfill(BROKEN))
      await page.goto('/myhome')
      await page.getByRole('alert').waitFor()
    },
    customerUser,
  )
  await take(
    'home-empty',
    async page => {
      await page.goto('/myhome')
      await page.getByText('No devices yet').waitFor()
    },
    lodger,
  )
}

/** An organisation with one of each kind, and devices for more than one screen. */
async function storeConsole(): Promise<Records> {
  const context = await browser.newContext({baseURL, storageState: await signedIn(world.systemAdmin)})
  const stored = await storeRecords(context, 'walk')
  for (const hall of [1, 2, 3]) {
    const rows = Array.from({length: 100}, (_, at) => ({
      name: `Pump ${hall}-${at + 1}`,
      type: 'pump',
      label: `Hall ${hall}`,
    }))
    await context.request.post('/api/v0/device/import', {data: {organisation_id: stored.organisation, rows}})
  }
  await context.close()
  return stored
}

async function takeConsole(take: Take) {
  const {systemAdmin} = world
  const {organisation, device} = records
  const devices = `/sys_admin/organisation/${organisation}?tab=devices`
  for (const [path, heading] of pagesOf(records)) {
    const name = path
      .slice(1)
      .replaceAll(/[0-9a-f-]{36}/g, '')
      .replaceAll(/\W+/g, '-')
      .replace(/-$/, '')
    await take(name, page => visit(page, path, heading), systemAdmin)
  }
  const takeOpened = (name: string, path: string, heading: string, act: (page: Page) => Promise<unknown>) =>
    take(
      `sys_admin-${name}`,
      async page => {
        await visit(page, path, heading)
        await act(page)
      },
      systemAdmin,
    )
  const select = async (page: Page, action: string) => {
    await page.getByRole('row').getByRole('checkbox').nth(1).check()
    await page.getByRole('row').getByRole('checkbox').nth(2).check()
    await consoleOn(page).button(action).click()
    await consoleOn(page).dialog.waitFor()
  }
  await takeOpened('create-wrong', '/sys_admin/org-create', 'Create organisation', async page => {
    await consoleOn(page).submit.click()
    await consoleOn(page).failure.waitFor()
  })
  await takeOpened('leave', '/sys_admin/org-create', 'Create organisation', async page => {
    await consoleOn(page).fill({City: 'Bonn'})
    await consoleOn(page).link('Cancel').click()
    await consoleOn(page).dialog.waitFor()
  })
  await takeOpened('delete', `/sys_admin/organisation/${organisation}`, 'walk', page =>
    consoleOn(page).prepareDeletion('walk'),
  )
  await takeOpened('attribute', `/sys_admin/device/${device}`, 'device-walk', async page => {
    await consoleOn(page).button('Add attribute').click()
    await consoleOn(page).dialog.getByRole('button', {name: 'Save'}).click()
    await consoleOn(page).dialog.getByText('Key is required.').waitFor()
  })
  await takeOpened('picker', `/sys_admin/device-edit/${device}`, 'Edit device-walk', async page => {
    await page.getByRole('combobox', {name: 'Customer ID'}).click()
    await page.getByRole('option', {name: 'buyer-walk@example.test'}).waitFor()
  })
  await take(
    'sys_admin-picker-failed',
    async page => {
      await page.route(/\/customer\/by-org\//, route => route.abort())
      await page.goto(`/sys_admin/device-edit/${device}`)
      await page.getByRole('button', {name: /^Try again/}).waitFor()
    },
    systemAdmin,
  )
  await takeOpened('bulk-delete', devices, 'walk', page => select(page, 'Delete…'))
  await takeOpened('bulk-assign', devices, 'walk', page => select(page, 'Assign to customer…'))
  await takeOpened('list-nothing', devices, 'walk', async page => {
    await page.getByRole('searchbox').fill('no such pump')
    await page
      .getByText(/^Nothing found/)
      .first()
      .waitFor()
  })
  await take(
    'sys_admin-failed',
    async page => {
      await page.route(/\/api\/v0\/organisation/, route => route.fulfill(BROKEN))
      await page.goto('/sys_admin')
      await page.getByRole('alert').first().waitFor()
    },
    systemAdmin,
  )
  await take(
    'sys_admin-device-unknown',
    async page => {
      await page.goto(`/sys_admin/device/${organisation}`)
      await page.getByText('Device not found.').waitFor()
    },
    systemAdmin,
  )
  await takeOpened('import-checked', `/sys_admin/device-import/${organisation}`, 'Import devices', async page => {
    const text = 'Name;Type;Customer\nPump;pump;buyer-walk@example.test\n;pump;\nBoiler;boiler;nobody@example.test\n'
    await page
      .locator('input[type="file"]')
      .setInputFiles({name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(text)})
    await consoleOn(page).button('Check the rows').click()
    await page.getByRole('button', {name: '2 with problems'}).waitFor()
  })
}

/** Once an account: a server counts sign-ins. */
async function signedIn(account: Account): Promise<SignedIn> {
  const known = sessions.get(account)
  if (known !== undefined) return known
  const {email, password} = account
  const context = await browser.newContext({baseURL})
  await context.request.post('/api/v0/auth/login', {data: {email, password}})
  const session = await context.storageState()
  await context.close()
  sessions.set(account, session)
  return session
}
