import type {Json} from '../../../../contract/wire/common'
import type {ChannelKind, Target, TargetOf} from '../../../../contract/wire/target'

/** Whom a step notifies, as it is typed: addresses apart by commas, blanks or lines. */
export interface TargetDraft {
  emails: string
  url: string
  secret: string
}

type WrittenTarget = Record<string, Json> & {kind: ChannelKind}

interface TargetForm<Kind extends ChannelKind> {
  /** In their order. Several stand beside each other. */
  fields: readonly (keyof TargetDraft)[]
  draft(targets: readonly Target[]): Partial<TargetDraft>
  /** What is written of the fields, right or wrong. */
  written(draft: TargetDraft): readonly WrittenTarget[]
  /** Names a target in a line. */
  label(target: TargetOf<Kind>): string
}

/** How the targets of each channel are typed. */
export const TARGET_FORMS: {readonly [Kind in ChannelKind]: TargetForm<Kind>} = {
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
      return {url: webhook?.url ?? '', secret: webhook?.secret ?? ''}
    },
    written: ({url, secret}) =>
      url.trim() === '' && secret.trim() === '' ? [] : [{kind: 'webhook', url: url.trim(), secret: secret.trim()}],
    label: ({url}) => new URL(url).host,
  },
}

export const NO_TARGETS: TargetDraft = {emails: '', url: '', secret: ''}

export const targetDraft = (targets: readonly Target[]): TargetDraft =>
  Object.assign({...NO_TARGETS}, ...Object.values(TARGET_FORMS).map(form => form.draft(targets)))

export const writtenTargets = (draft: TargetDraft): WrittenTarget[] =>
  Object.values(TARGET_FORMS).flatMap(form => form.written(draft))

export const targetLabel = <Kind extends ChannelKind>(target: TargetOf<Kind>): string =>
  TARGET_FORMS[target.kind].label(target)

export const emailsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
