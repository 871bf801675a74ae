import {isStoredSecret} from '../../../../contract/rules/targets'
import type {Json} from '../../../../contract/wire/common'
import type {RouteTarget, TargetOf} from '../../../../contract/wire/target'
import {type ChannelDraft, channelDrafts, channelLabel, writtenChannel} from './channels'

/** The recipients of a step as typed: addresses separated by commas, blanks or lines. */
export interface TargetDraft {
  emails: string
  url: string
  secret: string
  /** The secret that stays as it is when nothing is typed; empty when there is none. */
  storedSecret: string
  channels: readonly ChannelDraft[]
  /** The ids of rotas; their people on call are notified. */
  rotas: readonly string[]
}

/** The fields that are always there, and their channels. */
export type FixedField = 'emails' | 'url' | 'secret'
type FixedKind = 'email' | 'webhook'

type WrittenTarget = Record<string, Json> & {kind: RouteTarget['kind']}

interface TargetForm<Kind extends FixedKind> {
  /** The fields in their order. Several lie beside each other. */
  fields: readonly FixedField[]
  draft(targets: readonly RouteTarget[]): Partial<TargetDraft>
  /** Returns the typed targets, right or wrong. */
  written(draft: TargetDraft): readonly WrittenTarget[]
  /** Names a target in a line. */
  label(target: TargetOf<Kind>): string
}

/** The fields in which the targets of these channels are typed. */
export const TARGET_FORMS: {readonly [Kind in FixedKind]: TargetForm<Kind>} = {
  email: {
    fields: ['emails'],
    draft: targets => ({
      emails: targets.flatMap(target => (target.kind === 'email' ? target.address : [])).join('\n'),
    }),
    written: ({emails}) => emailsIn(emails).map(address => ({kind: 'email', address})),
    label: ({address}) => address,
  },
  webhook: {
    fields: ['url', 'secret'],
    draft(targets) {
      const webhook = targets.find(target => target.kind === 'webhook')
      const secret = webhook?.secret ?? ''
      return {url: webhook?.url ?? '', secret, storedSecret: isStoredSecret(secret) ? secret : ''}
    },
    written({url, secret}) {
      const isGone = url.trim() === '' && (secret.trim() === '' || isStoredSecret(secret))
      return isGone ? [] : [{kind: 'webhook', url: url.trim(), secret: secret.trim()}]
    },
    label: ({url}) => new URL(url).host,
  },
}

export const NO_TARGETS: TargetDraft = {emails: '', url: '', secret: '', storedSecret: '', channels: [], rotas: []}

export const targetDraft = (targets: readonly RouteTarget[]): TargetDraft => ({
  ...Object.assign({...NO_TARGETS}, ...Object.values(TARGET_FORMS).map(form => form.draft(targets))),
  channels: channelDrafts(targets),
  rotas: targets.flatMap(target => (target.kind === 'rota' ? target.rota : [])),
})

export const writtenTargets = (draft: TargetDraft): WrittenTarget[] => [
  ...Object.values(TARGET_FORMS).flatMap(form => form.written(draft)),
  ...draft.channels.map(writtenChannel),
  ...draft.rotas.map(rota => ({kind: 'rota' as const, rota})),
]

/** Names a target in a line: a rota by its id. */
export function targetLabel(target: RouteTarget): string {
  if (target.kind === 'rota') return target.rota
  if (target.kind === 'email') return TARGET_FORMS.email.label(target)
  return target.kind === 'webhook' ? TARGET_FORMS.webhook.label(target) : channelLabel(target)
}

export const emailsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
