import {loadTranslation} from '../../contract/languages/languages'
import {worded} from '../../contract/languages/texts'
import {createReaderFormats} from '../../contract/rules/format/formats'
import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import type {Draft, QueuedMail} from '../mail/repository'
import {type PreferencesRepository, readerOf} from '../preferences/repository'
import {nextGap} from './gaps'
import {GAP_EMAIL} from './texts'

export interface GapEmailOptions {
  database: Pick<Database, 'db'>
  preferences: Pick<PreferencesRepository, 'find'>
  /** The origin that links begin with. */
  publicOrigin: () => string
  now: () => EpochMs
}

/** Writes a queued mail of the kind `onCallGap`. Undefined when there is no gap any more, or its reader is no admin. */
export function createGapEmails({database: {db}, preferences, publicOrigin, now}: GapEmailOptions) {
  return async ({
    email,
    userId,
    rotaId,
  }: Pick<QueuedMail, 'email' | 'userId' | 'rotaId'>): Promise<Draft | undefined> => {
    const gap = rotaId === null ? undefined : await nextGap(db, rotaId, now())
    if (gap === undefined || !gap.admins.some(({id}) => id === userId)) return undefined
    const reader = await readerOf(preferences, userId === null ? undefined : {id: userId})
    const {language} = reader
    const areas = (await loadTranslation(language))?.areas
    const texts = worded(GAP_EMAIL, areas?.['server.onCallEmail'])
    const {dateTime, offset} = createReaderFormats({...reader, zone: reader.zone ?? gap.zone}, areas?.format)
    const moment = (at: EpochMs) => `${dateTime(at, 'minute')} ${offset(at)}`
    const [from, until] = [moment(gap.start), moment(gap.end)]
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
