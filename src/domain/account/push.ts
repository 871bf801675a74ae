import type {EpochMs} from '../../../contract/wire/common'

/** The service worker that shows notifications, and for which pages it says that they could not be loaded. */
export const PUSH_WORKER = {path: '/pushWorker.js', scope: '/'}

/** Why a browser can't show notifications of ours: the page came without https, or it has no means. */
export const PUSH_LACKS = ['insecure', 'homeScreen', 'unsupported'] as const
export type PushLack = (typeof PUSH_LACKS)[number]

/** `blocked`: its person has forbidden it, which no page can undo. */
export type PushHere = 'off' | 'on' | 'blocked' | PushLack

/** A browser that alarms of the person are pushed to. */
export interface PushBrowser {
  id: string
  name: string | null
  since: EpochMs
  /** Whether it is this one. */
  isCurrent: boolean
}

export interface PushState {
  here: PushHere
  browsers: readonly PushBrowser[]
}

/** The result of a test. `error` is null where the push service accepted it. */
export interface PushTested {
  id: string
  name: string | null
  error: string | null
}
