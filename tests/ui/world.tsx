import {MantineProvider} from '@mantine/core'
import {render} from '@testing-library/react'
import type {ComponentType} from 'react'
import {createMemoryRouter, RouterProvider} from 'react-router-dom'
import {Subject} from 'rxjs'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {EpochMs} from '../../contract/wire/common'
import type {ClientConfig} from '../../contract/wire/config'
import type {CurrentUser} from '../../src/domain/user'
import {type SessionRef, type SignIn, sessionMachine} from '../../src/machines/session'
import type {ToastsRef} from '../../src/machines/shell/toasts'
import {type Application, ApplicationProvider, type ScreenName} from '../../src/ui/kit/application'
import {createRoutes} from '../../src/ui/routes'
import {land} from '../../src/wiring/session/currentUser'
import {quietLink} from '../machines/quietLink'
import {USER} from '../support/user'
import {applicationOf} from './application'
import {frameWith} from './frame'

export const userOf = (authority: string): CurrentUser => ({...USER, authority})

export interface WorldOptions {
  at: string
  loadCurrentUser?: () => Promise<CurrentUser>
  signIn?: (credentials: SignIn) => Promise<CurrentUser>
  signOut?: () => Promise<void>
  /** Loads the code of each screen; absent: never. */
  screens?: Partial<Record<ScreenName, () => Promise<ComponentType>>>
  link?: typeof quietLink
  /** The server's clock; absent: the machine's. */
  now?: () => EpochMs
  toasts?: ToastsRef
  demo?: ClientConfig['demo']
}

/** Renders the whole application on a page of its own, with a session that follows the test. */
export function openPage(options: WorldOptions) {
  installMatchMedia()
  const session = createSession(options)
  const parts = applicationOf('Europe/Berlin')
  const application: Application = {
    ...parts,
    config: {...parts.config, demo: options.demo},
    session,
    now: options.now ?? parts.now,
    screens: {...parts.screens, ...options.screens},
    shell: () => frame,
  }
  const frame = frameWith(options.toasts)
  const router = createMemoryRouter(createRoutes({session, land: () => land(session)}), {initialEntries: [options.at]})
  const page = render(
    <MantineProvider env="test">
      <ApplicationProvider value={application}>
        <RouterProvider router={router} />
      </ApplicationProvider>
    </MantineProvider>,
  )
  return {...page, session, router, path: () => router.state.location.pathname}
}

function createSession({loadCurrentUser, signIn, signOut, link = quietLink}: WorldOptions): SessionRef {
  return createActor(
    sessionMachine.provide({
      actors: {
        link,
        loadCurrentUser: fromPromise(loadCurrentUser ?? (async () => USER)),
        signIn: fromPromise(({input}) => (signIn ?? (async () => USER))(input)),
        signOut: fromPromise(signOut ?? (async () => {})),
        sessionEnds: fromEventObservable(() => new Subject<{type: 'session.ended'}>()),
      },
    }),
  ).start()
}

/** jsdom has none, and Mantine asks it for the colour scheme. */
function installMatchMedia(): void {
  const matchMedia = (media: string) => Object.assign(new EventTarget(), {matches: false, media})
  Object.defineProperty(window, 'matchMedia', {configurable: true, value: matchMedia})
}
