import type {Json} from '../wire/common'
import {
  CHANNEL_KINDS,
  type ChannelKind,
  isKept,
  type RouteTarget,
  SECRET_FIELDS,
  TARGETS,
  type TargetOf,
  target,
  targetLimit,
} from '../wire/target'
import {isMissing, isRecord} from './json'

/** The part of a target that can't be used. `many`: there are more of a kind than are read. */
export type TargetFault = 'shape' | 'emails' | 'webhook' | 'secret' | 'channel' | 'rota' | 'many'

/** A target that can't be used: its place in its list, from 1, and the field that is wrong; null when it is another one. */
export interface WrongTarget {
  place: number
  kind: string
  field: string | null
  value: Json
}

type FieldOf<Kind> = Kind extends RouteTarget ? Exclude<keyof Kind, 'kind'> : never

const FAULT_IN: Readonly<Record<string, TargetFault>> = {
  address: 'emails',
  url: 'webhook',
  secret: 'secret',
} satisfies Record<FieldOf<TargetOf<'email' | 'webhook'>>, TargetFault>

/**
 * Reads the targets of a step: the list `targets`, or the former `to` with `emails` and `webhook`. Each target is
 * there once, and one that can't be used is left out and reported as a fault.
 */
export function targetsFrom(
  {targets, to}: Readonly<Record<string, Json>>,
  fail: (fault: TargetFault, wrong?: WrongTarget) => void,
): readonly RouteTarget[] {
  const given = isMissing(targets) ? formerTargets(to) : targets
  if (!Array.isArray(given)) {
    fail('shape')
    return []
  }
  const read = new Map<string, RouteTarget>()
  const counts = new Map<RouteTarget['kind'], number>()
  for (const [index, value] of given.entries()) {
    const wrong = {place: index + 1, kind: kindIn(value), value}
    const {data, error} = target.safeParse(value)
    if (data === undefined) {
      const field = error?.issues[0]?.path[0]
      fail(faultOf(value, String(field)), {...wrong, field: typeof field === 'string' ? field : null})
      continue
    }
    const text = JSON.stringify(data)
    if (read.has(text)) continue
    const count = (counts.get(data.kind) ?? 0) + 1
    counts.set(data.kind, count)
    if (count > targetLimit(data.kind)) fail('many', {...wrong, field: null})
    else read.set(text, data)
  }
  return [...read.values()]
}

const kindIn = (value: Json): string => (isRecord(value) && typeof value.kind === 'string' ? value.kind : '?')

function faultOf(value: Json, field: string): TargetFault {
  if (isRecord(value) && value.kind === 'rota') return 'rota'
  const kind = isRecord(value) ? CHANNEL_KINDS.find(known => known === value.kind) : undefined
  if (kind === 'email' || kind === 'webhook') return FAULT_IN[field] ?? 'shape'
  return kind === undefined ? 'shape' : 'channel'
}

/** The list of targets for the former `to`. */
function formerTargets(to: Json | undefined): Json | undefined {
  if (isMissing(to)) return []
  if (!isRecord(to)) return undefined
  const emails = Array.isArray(to.emails) ? to.emails : isMissing(to.emails) ? [] : [null]
  const webhook = isRecord(to.webhook) ? to.webhook : {}
  return [
    ...emails.map(address => ({kind: 'email', address})),
    ...(isMissing(to.webhook) ? [] : [{...webhook, kind: 'webhook'}]),
  ]
}

/** The channels that a step may have several times, each with fields of its own. */
export type ListedKind = Exclude<ChannelKind, 'email' | 'webhook'>

export const LISTED_KINDS: readonly ListedKind[] = CHANNEL_KINDS.filter(
  (kind): kind is ListedKind => kind !== 'email' && kind !== 'webhook',
)

export interface ChannelField {
  name: string
  isRequired: boolean
  /** Nobody can read the written secrets again. */
  isSecret: boolean
}

/** The fields of the targets of a channel, in the order of the form. */
export const channelFields = (kind: ListedKind): readonly ChannelField[] =>
  Object.entries(TARGETS[kind].shape)
    .filter(([name]) => name !== 'kind')
    .map(([name, schema]) => ({
      name,
      isRequired: !schema.safeParse(undefined).success,
      isSecret: SECRET_FIELDS[kind].some(secret => secret === name),
    }))

/** The names of the fields that are missing or can't be used. */
export const wrongFields = (kind: ListedKind, written: Json): readonly string[] =>
  TARGETS[kind].safeParse(written).error?.issues.map(({path: [field]}) => String(field)) ?? []

/** Whether a text is the placeholder for a secret that is not shown. */
export const isStoredSecret = (text: unknown): text is string => isKept(text)
