import {withoutTrailing} from '../../contract/rules/text'
import type {ChannelKind, TargetOf} from '../../contract/wire/target'
import type {Call, Called, Calls, Channel, Circumstances, Delivery} from './channel'

export interface CalledOptions<Kind extends ChannelKind> extends Partial<Omit<Called, 'render'>> {
  target: {parse(value: unknown): TargetOf<Kind>}
  /** The visible form of a target. It identifies the target; if not by itself, then together with `hidden`. */
  shown(target: TargetOf<Kind>): string
  hidden?: (target: TargetOf<Kind>) => string
  mostNotices?: number
  hasFurtherMessages?: boolean
  mostEnds?: number
  render(target: TargetOf<Kind>, delivery: Delivery, circumstances: Circumstances): Calls
}

/** More would not be read. */
const LISTED = 50

/** A channel that is called by HTTP, and whose target is stored whole. */
export function called<Kind extends ChannelKind>(options: CalledOptions<Kind>): Channel<Kind> {
  const {target: schema, shown, hidden, render, mostNotices = LISTED, hasFurtherMessages = false} = options
  return {
    answers: {},
    ...options,
    mostNotices,
    hasFurtherMessages,
    addressOf: (target, mark) => ({
      address: hidden === undefined ? shown(target) : `${shown(target)} · ${mark(hidden(target))}`,
      secret: JSON.stringify(target),
    }),
    render: (delivery, circumstances) =>
      render(schema.parse(JSON.parse(delivery.secret ?? '')), delivery, circumstances),
  }
}

export const hostOf = (url: string): string => new URL(url).host

/** An address of a server, to which a path is added. */
export const under = (url: string, path: string): string => `${withoutTrailing(url, '/')}${path}`

/** Null fields are left out, since peers that require a text refuse them. */
export const json = (url: string, body: object, headers: Record<string, string> = {}): Call => ({
  url,
  body: JSON.stringify(body, (_, value) => value ?? undefined),
  headers,
})
