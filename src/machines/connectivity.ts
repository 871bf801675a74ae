import type {Capabilities} from '../../contract/wire/capabilities'
import {hasComeUp, isLinkDown, isLinkUp, type KnownLink, type LinkState} from '../domain/telemetry/readings/link'
import {source} from './ports'

export type LinkChanged = {type: 'link.changed'; link: LinkState; capabilities: Capabilities}

/** Tells how the link is, and what the server offers. */
export const linkChanges = source<LinkChanged, void>('linkChanges')

/** Asks again when the link, which was down, is up. It runs while something could not be read, as by `RETRIES`. */
export const retries = source<{type: 'retry.requested'}, void>('retries')

export const RETRIES = {src: 'retries', onError: {}} as const

/** Each machine has an action of this name, which sets the state of the link. */
export const setLink = {type: 'setLink', params: ({event}: {event: LinkChanged}) => event} as const

/** The transitions of `link.changed` in a state that goes to `target` when the link is up, for the first time or again. */
export const onReconnect = <const Target extends string>(target: Target) => onLink(target, hasComeUp)

/** Likewise in a state that has read its data, or is about to, when a link that was down is up again. */
export const onReturn = <const Target extends string>(target: Target) =>
  onLink(target, (before, now) => isLinkDown(before) && isLinkUp(now))

const onLink = <const Target extends string>(target: Target, isWanted: typeof hasComeUp) =>
  [
    {
      guard: ({context, event}: {context: KnownLink; event: LinkChanged}) => isWanted(context.link, event.link),
      target,
      actions: setLink,
    },
    {actions: setLink},
  ] as const

interface Answers<Offered extends string, NotOffered extends string, Unreachable extends object> {
  isOffered: (capabilities: Capabilities) => boolean
  /** Whether the server's offer counts already; by default it does while the link is up. */
  isKnown?: (known: KnownLink) => boolean
  offered: Offered
  notOffered: NotOffered
  /** The target when the link is down, and its message. */
  unreachable: Unreachable
}

/** The transitions out of a state that waits until it is known whether the server offers something. */
export const onceOffered = <
  const Offered extends string,
  const NotOffered extends string,
  const Unreachable extends object,
>({
  isOffered,
  isKnown = ({link}) => isLinkUp(link),
  offered,
  notOffered,
  unreachable,
}: Answers<Offered, NotOffered, Unreachable>) =>
  [
    {
      guard: ({context}: {context: KnownLink}) => isKnown(context) && isOffered(context.capabilities),
      target: offered,
    },
    {guard: ({context}: {context: KnownLink}) => isKnown(context), target: notOffered},
    {guard: ({context}: {context: KnownLink}) => isLinkDown(context.link), ...unreachable},
  ] as const
