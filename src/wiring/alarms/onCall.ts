import {firstValueFrom} from 'rxjs'
import {isPulsewall} from '../../../contract/rules/offer'
import {giveBack, listRotas, loadWhom, removeRota, saveRota, takeOver} from '../../api/onCall'
import {rotaEntry, takeoverFrom, type WhomStep} from '../../domain/alarms/onCall'
import {type OnCallLogic, onCallMachine} from '../../machines/alarms/onCall'
import {createLoadMachine, type LoadLogic} from '../../machines/load'
import {connected} from '../../machines/ports'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {entriesChanges} from './entriesChanges'

/** Who is on call in an organisation. */
export const createOnCallLogic = ({http, feed, retries}: Connections): OnCallLogic =>
  connected(onCallMachine)({
    actors: {
      retries,
      changes: entriesChanges(feed),
      load: ask(http, (_, {input: {organisationId}}, options) => listRotas(http, organisationId, options)),
      save: ask(http, async (_, {input: {organisationId}, row, draft}, options) => {
        const override = draft.form === 'takeover' ? takeoverFrom(draft) : null
        if (draft.form === 'rota') await saveRota(http, {organisationId, entry: rotaEntry(draft), rota: row}, options)
        else if (row !== null && override !== null)
          await takeOver(http, {organisationId, id: row.id, override}, options)
        return undefined
      }),
      remove: ask(http, async (_, {input: {organisationId}, row: {id}}, options) => {
        await removeRota(http, {organisationId, id}, options)
        return undefined
      }),
      act: ask(http, (_, {input: {organisationId}, act}, options) => giveBack(http, {organisationId, ...act}, options)),
    },
  })

export const createWhomLogic =
  ({http, links}: Connections) =>
  (alarmId: string): LoadLogic<readonly WhomStep[]> =>
    createLoadMachine(async ({signal}): Promise<readonly WhomStep[]> => {
      const {offer} = await firstValueFrom(links)
      return isPulsewall(offer) ? loadWhom(http, alarmId, {signal}) : []
    })
