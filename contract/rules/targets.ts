import type {Json} from '../wire/common'
import {type ChannelKind, TARGET_LIMITS, type Target, target} from '../wire/target'
import {isMissing, isRecord} from './json'

/** The part of a target that can't be used. `many`: there are more of a kind than are read. */
export type TargetFault = 'shape' | 'emails' | 'webhook' | 'secret' | 'many'

type FieldOf<Kind> = Kind extends Target ? Exclude<keyof Kind, 'kind'> : never

const FAULT_IN: Readonly<Record<string, TargetFault>> = {
  address: 'emails',
  url: 'webhook',
  secret: 'secret',
} satisfies Record<FieldOf<Target>, TargetFault>

/**
 * Reads the targets of a step: the list `targets`, or the former `to` with `emails` and `webhook`. Each target is
 * there once, and one that can't be used is left out and reported as a fault.
 */
export function targetsFrom(
  {targets, to}: Readonly<Record<string, Json>>,
  fail: (fault: TargetFault) => void,
): readonly Target[] {
  const given = isMissing(targets) ? formerTargets(to) : targets
  if (!Array.isArray(given)) {
    fail('shape')
    return []
  }
  const read = new Map<string, Target>()
  const counts = new Map<ChannelKind, number>()
  for (const value of given) {
    const {data, error} = target.safeParse(value)
    if (data === undefined) {
      fail(FAULT_IN[String(error?.issues[0]?.path[0])] ?? 'shape')
      continue
    }
    const text = JSON.stringify(data)
    if (read.has(text)) continue
    const count = (counts.get(data.kind) ?? 0) + 1
    counts.set(data.kind, count)
    if (count > TARGET_LIMITS[data.kind]) fail('many')
    else read.set(text, data)
  }
  return [...read.values()]
}

/** What `to` names, as a list of targets. */
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
