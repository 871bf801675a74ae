import {firstValueFrom, NEVER} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {isPulsewall} from '../../../contract/rules/offer'
import {findChange} from '../../api/audit'
import {writeAttribute} from '../../api/console/attributes'
import type {Options} from '../../api/http'
import type {Change, ChangeQuestion} from '../../domain/console/change'
import {type AttributeEntries, type AttributeEntriesTypes, writeEntry} from '../../machines/console/attributeEntries'
import type {EntriesChanged, Removing, Saving} from '../../machines/entries'
import {ask} from '../ask'
import type {Connections} from '../connections'

/** Finds who made a version, if the server says. */
export const createFindChange = (connections: FindConnections) =>
  ask<ChangeQuestion, Change | null>(connections.http, (_, question, options) => find(connections, question, options))

type FindConnections = Pick<Connections, 'http' | 'links'>

async function find({http, links}: FindConnections, question: ChangeQuestion, options: Options) {
  const {offer} = await firstValueFrom(links)
  return isPulsewall(offer) ? findChange(http, question, options) : null
}

/** The calls of entries that an attribute holds. */
export function attributeCalls<Of extends AttributeEntriesTypes>(
  connections: Pick<Connections, 'http' | 'links' | 'retries' | 'toasts'>,
  entries: AttributeEntries<Of>,
  texts: Readonly<Record<'saved' | 'deleted', string>>,
) {
  const {http, retries, toasts} = connections
  const write = async (asked: Saving<Of> | Removing<Of>, text: keyof typeof texts, options: Options) => {
    const written = await writeEntry(entries, asked, write => writeAttribute(http, write, options))
    toasts.send({type: 'outcome.reported', kind: 'done', text: texts[text]})
    return written
  }
  return {
    retries,
    changes: fromEventObservable<EntriesChanged, void>(() => NEVER),
    save: ask<Saving<Of>, Of['loaded'] | undefined>(http, (_, saving, options) => write(saving, 'saved', options)),
    remove: ask<Removing<Of>, Of['loaded'] | undefined>(http, (_, removing, options) =>
      write(removing, 'deleted', options),
    ),
    findChange: ask<{question: ChangeQuestion}, Change | null>(http, (_, {question}, options) =>
      find(connections, question, options),
    ),
  }
}
