import {isStoredSecret, type ListedKind, wrongFields} from '../../../../contract/rules/targets'
import type {Json} from '../../../../contract/wire/common'
import type {ChannelKind, RouteTarget, Target} from '../../../../contract/wire/target'
import {texts} from './texts'

/** A channel as it is typed; empty fields are not saved. */
export interface ChannelDraft {
  kind: ListedKind
  values: Readonly<Record<string, string>>
  /** The secrets that stay as they are when nothing is typed. */
  stored: Readonly<Record<string, string>>
}

export const newChannel = (kind: ListedKind): ChannelDraft => ({kind, values: kind === 'http' ? HTTP : {}, stored: {}})

const HTTP = {method: 'POST', contentType: 'application/json', body: '{"text": {{ text | json }}}'}

export const channelDrafts = (targets: readonly RouteTarget[]): readonly ChannelDraft[] =>
  targets.flatMap(target => {
    if (target.kind === 'email' || target.kind === 'webhook' || target.kind === 'rota') return []
    const values = Object.entries(target).flatMap(([name, value]) =>
      name === 'kind' || value === undefined ? [] : [[name, value]],
    )
    const stored = values.filter(([, value]) => isStoredSecret(value))
    return [{kind: target.kind, values: Object.fromEntries(values), stored: Object.fromEntries(stored)}]
  })

export const writtenChannel = ({
  kind,
  values,
}: Pick<ChannelDraft, 'kind' | 'values'>): Record<string, Json> & {kind: ChannelKind} => {
  const typed = Object.entries(values).map(([name, value]) => [name, value.trim()] as const)
  return {kind, ...Object.fromEntries(typed.filter(([, value]) => value !== ''))}
}

export type ChannelProblems = Partial<Record<`channel-${number}-${string}`, string>>

/** The text of each wrong field, by the place of its channel. */
export function channelProblems(channels: readonly ChannelDraft[], suffix = ''): ChannelProblems {
  const problems = channels.flatMap((channel, place) => {
    const written = writtenChannel(channel)
    return wrongFields(channel.kind, written).map(
      (name): ChannelProblems => ({[`channel-${place}-${name}${suffix}`]: textOf(name, written[name])}),
    )
  })
  return Object.assign({}, ...problems)
}

function textOf(field: string, value: Json | undefined): string {
  if (value === undefined) return texts.fields.missing
  if (field === 'url') return texts.faults.webhook
  return field === 'headers' ? texts.fields.headers : texts.fields.wrong
}

/** Returns the public name of a channel, besides its kind; empty where all of it is secret. */
export function channelLabel(target: Target): string {
  const {chat, topic, room, email, url}: Record<string, unknown> = target
  const named = chat ?? topic ?? room ?? email
  if (typeof named === 'string') return named
  return typeof url === 'string' && !isStoredSecret(url) ? new URL(url).host : ''
}
