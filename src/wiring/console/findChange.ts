import {firstValueFrom} from 'rxjs'
import {fromPromise} from 'xstate'
import {findChange} from '../../api/console/audit'
import type {Change, ChangeQuestion} from '../../domain/console/change'
import type {Connections} from '../connections'

/** Finds who made a version, if the server says. */
export const createFindChange = ({http, serverClock, links}: Pick<Connections, 'http' | 'serverClock' | 'links'>) =>
  fromPromise<Change | null, ChangeQuestion>(async ({input, signal}) => {
    const {capabilities} = await firstValueFrom(links)
    return capabilities.changes === true ? findChange({http, clock: serverClock}, input, {signal}) : null
  })
