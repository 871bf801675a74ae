import {type ComponentType, createElement} from 'react'
import {fromEventObservable, fromPromise} from 'xstate'
import {askForOwnEmail, changeOwnPassword} from '../../api/account/own'
import {endOtherSessions, endOwnSession, loadOwnSessions} from '../../api/account/ownSessions'
import {addPushBrowser, endPushBrowser, loadPushBrowsers, testPush} from '../../api/account/push'
import {changeSecondFactor, loadSecondFactor, proveSecondFactor} from '../../api/account/secondFactor'
import type {Options} from '../../api/http'
import {PUSH_WORKER, type PushBrowser, type PushHere, type PushState} from '../../domain/account/push'
import {ownSessionsMachine} from '../../machines/account/ownSessions'
import {pushMachine} from '../../machines/account/push'
import {secondFactorMachine} from '../../machines/account/secondFactor'
import {ownEmailMachine, ownPasswordMachine} from '../../machines/account/security'
import {connected} from '../../machines/ports'
import type {SessionRef} from '../../machines/session'
import {permissionChanges} from '../../streams/permission'
import {SecurityPage} from '../../ui/account/security/SecurityPage'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {submit} from '../submit'

/** Joins the page on which people secure their own account to its machines. */
export function createSecurityScreen({
  http,
  retries,
  session,
}: Pick<Connections, 'http' | 'retries'> & {session: SessionRef}): ComponentType {
  const forms = {
    password: connected(ownPasswordMachine)({actors: {submit: submit(http, changeOwnPassword)}}),
    email: connected(ownEmailMachine)({actors: {submit: submit(http, askForOwnEmail)}}),
  }
  const secondFactor = connected(secondFactorMachine)({
    actors: {
      retries,
      load: fromPromise(async ({signal}) => {
        const factor = await loadSecondFactor(http, {signal})
        const {context, children} = session.getSnapshot()
        if (context.user?.needsSecondFactor) {
          // Anyone who has it now may go on, and live values, too, were refused until then.
          session.send({type: 'user.requested'})
          children.link?.send({type: 'retry.requested'})
        }
        return factor
      }),
      change: ask(http, changeSecondFactor),
      confirm: ask(http, proveSecondFactor),
    },
  })
  const sessions = connected(ownSessionsMachine)({
    actors: {
      retries,
      load: fromPromise(({signal}) => loadOwnSessions(http, {signal})),
      end: ask(http, (_, {ended}, options) =>
        ended === 'others' ? endOtherSessions(http, options) : endOwnSession(http, ended, options),
      ),
    },
  })
  const push = createPush({http, retries})
  return () => createElement(SecurityPage, {logic: {...forms, secondFactor, sessions, push}})
}

/** Joins the machine of notifications to this browser and the server. */
function createPush({http, retries}: Pick<Connections, 'http' | 'retries'>) {
  async function load(options: Options): Promise<PushState> {
    const {serverKey, browsers} = await loadPushBrowsers(http, options)
    return {browsers, here: await hereBy(serverKey, browsers)}
  }

  return connected(pushMachine)({
    actors: {
      retries,
      load: fromPromise(({signal}) => load({signal})),
      subscribe: fromPromise(async ({signal}) => {
        // Safari asks within the handler of a tap alone, so nothing may be awaited before.
        const permission = await Notification.requestPermission()
        if (permission === 'granted') await subscribe((await loadPushBrowsers(http, {signal})).serverKey, {signal})
        return load({signal})
      }),
      end: fromPromise(async ({input: {browser}, signal}) => {
        if (browser?.isCurrent) await (await subscription())?.unsubscribe()
        await endPushBrowser(http, browser?.id ?? '', {signal})
      }),
      test: fromPromise(({signal}) => testPush(http, {signal})),
      permissionChanges: fromEventObservable(() => permissionChanges('notifications')),
    },
  })

  async function subscribe(serverKey: string, options: Options) {
    const {path, scope} = PUSH_WORKER
    await navigator.serviceWorker.register(path, {scope})
    const {pushManager} = await navigator.serviceWorker.ready
    const former = await pushManager.getSubscription()
    // One that was made for another server's key is of no use.
    if (former !== null && keyOf(former) !== serverKey) await former.unsubscribe()
    const made = await pushManager.subscribe({userVisibleOnly: true, applicationServerKey: serverKey})
    await addPushBrowser(http, made.toJSON(), options)
  }
}

async function hereBy(serverKey: string, browsers: readonly PushBrowser[]): Promise<PushHere> {
  if (!window.isSecureContext) return 'insecure'
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble) return isApplePhone() ? 'homeScreen' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const own = await subscription()
  const isSubscribed = own !== null && keyOf(own) === serverKey && browsers.some(({isCurrent}) => isCurrent)
  return isSubscribed && Notification.permission === 'granted' ? 'on' : 'off'
}

const subscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration(PUSH_WORKER.scope))?.pushManager.getSubscription()) ?? null

/** In base64url, as the server has it. */
function keyOf({options: {applicationServerKey}}: PushSubscription): string {
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey ?? new ArrayBuffer(0)))
  return btoa(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

/** Those show notifications of a page only from the home screen. A newer iPad says that it is a Mac. */
const isApplePhone = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
