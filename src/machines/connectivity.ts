import type {Offer} from '../../contract/wire/capabilities'
import {hasComeUp, isLinkDown, isLinkUp, isServerKnown, type KnownLink, type LinkState} from '../domain/link'
import {source} from './ports'

export type LinkChanged = {type: 'link.changed'; link: LinkState; offer: Offer | null}

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

const onLink = <const Target extends string>(target: Target, isMatch: typeof hasComeUp) =>
  [
    {
      guard: ({context, event}: {context: KnownLink; event: LinkChanged}) => isMatch(context.link, event.link),
      target,
      actions: setLink,
    },
    {actions: setLink},
  ] as const

const once =
  (isReady: (known: KnownLink) => boolean) =>
  <const Ready extends string, const Unreachable extends object>(ready: Ready, unreachable: Unreachable) =>
    [
      {guard: ({context}: {context: KnownLink}) => isReady(context), target: ready},
      {guard: ({context}: {context: KnownLink}) => isLinkDown(context.link), ...unreachable},
    ] as const

/** The transitions out of a state that waits until it is known which calls the server has. */
export const onceKnown = once(isServerKnown)

/** Likewise until the link is up, so that what changes while the answer comes is pushed. */
export const onceUp = once(({link}) => isLinkUp(link))
