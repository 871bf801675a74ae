import {LANGUAGES, loadTranslation} from '../../contract/languages/languages'
import {worded} from '../../contract/languages/texts'
import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import type {Draft, QueuedMail} from '../mail/repository'
import type {PreferencesRepository} from '../preferences/repository'
import {nextGap} from './gaps'
import {GAP_EMAIL} from './texts'

export interface GapEmailOptions {
  database: Pick<Database, 'db'>
  preferences: Pick<PreferencesRepository, 'find'>
  /** The origin that links begin with. */
  publicOrigin: () => string
  now: () => EpochMs
}

/** Writes a queued mail of the kind `onCallGap`. Undefined when there is no gap any more. */
export function createGapEmails({database: {db}, preferences, publicOrigin, now}: GapEmailOptions) {
  return async ({
    email,
    userId,
    rotaId,
  }: Pick<QueuedMail, 'email' | 'userId' | 'rotaId'>): Promise<Draft | undefined> => {
    const gap = rotaId === null ? undefined : await nextGap(db, rotaId, now())
    if (gap === undefined) return undefined
    const reader = userId === null ? undefined : await preferences.find(userId)
    const language = reader?.language ?? 'en'
    const texts = worded(GAP_EMAIL, (await loadTranslation(language))?.areas['server.onCallEmail'])
    const {format} = new Intl.DateTimeFormat(LANGUAGES[language].locale, {
      ...({year: 'numeric', month: 'short', day: 'numeric'} as const),
      ...({hour: '2-digit', minute: '2-digit', timeZoneName: 'short'} as const),
      timeZone: reader?.zone ?? gap.zone,
    })
    const [from, until] = [format(gap.start), format(gap.end)]
    const line = gap.isOpen ? texts.openGap(gap.name, from) : texts.gap(gap.name, from, until)
    const text = {
      language,
      subject: texts.subject(gap.name, from),
      before: [line, texts.what],
      link: {label: texts.open, url: `${publicOrigin()}/alarms/on-call`},
      after: [texts.why],
    }
    return {to: email, text, async discard() {}}
  }
}
