/** The modules that every signed-in user needs. */
export const SIGNED_IN = 'src/wiring/signedIn.ts'
/** The pages of sign-up and passwords, for anybody. */
export const ACCOUNT = 'src/wiring/account/account.ts'

/** The modules whose code each address shows besides the first page's, by who opens it. */
export const ROUTES: Readonly<Record<'signedIn' | 'media' | 'wall' | 'anybody', Readonly<Record<string, string[]>>>> = {
  signedIn: {
    '/login': [SIGNED_IN],
    '/dashboard': [SIGNED_IN, 'src/wiring/telemetry/dashboard.ts'],
    '/overview': [SIGNED_IN, 'src/wiring/wall/wall.ts'],
    '/alarms': [SIGNED_IN, 'src/wiring/alarms/alarms.ts'],
    '/myhome': [SIGNED_IN, 'src/wiring/telemetry/home.ts'],
    '/profile': [SIGNED_IN, 'src/wiring/account/profile.ts'],
    '/security': [SIGNED_IN, 'src/wiring/account/security.ts'],
    '/sys_admin': [SIGNED_IN, 'src/wiring/console/console.ts'],
    '/settings': [SIGNED_IN, 'src/wiring/console/console.ts'],
  },
  /** The starts of users whose last page was the dashboard of a media organisation, or a wall. */
  media: {'/dashboard': [SIGNED_IN, 'src/wiring/media/media.ts', 'src/wiring/media/uploads.ts']},
  wall: {'/dashboard': [SIGNED_IN, 'src/wiring/wall/wall.ts']},
  anybody: Object.fromEntries(
    ['/register', '/passwordReset', '/newPassword', '/verification', '/firstAdmin', '/acknowledgement'].map(path => [
      path,
      [ACCOUNT],
    ]),
  ),
}

const OF_SIGNED_IN = [ROUTES.signedIn, ROUTES.media, ROUTES.wall].flatMap(paths => Object.values(paths))

/** The first module of each page of a signed-in user. */
export const PAGES = [...new Set(OF_SIGNED_IN.flatMap(([, page = []]) => page))]

/** The further modules that a page needs at once, each with the page. */
export const BESIDE_PAGES = OF_SIGNED_IN.flatMap(([, page = '', ...others]) =>
  others.map((other): [string, string] => [other, page]),
)
