import {map} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {listAudit} from '../../api/console/audit'
import {auditFilter, searchFromAuditFilter} from '../../domain/console/audit'
import {type AuditTrailLogic, auditTrailMachine} from '../../machines/console/auditTrail'
import {connected} from '../../machines/ports'
import {download} from '../../ui/kit/text/download'
import {createAddress} from '../address'
import type {AddressRouter} from '../addressZone'
import {ask} from '../ask'
import type {Connections} from '../connections'

export interface AuditTrailConnections extends Pick<Connections, 'http' | 'clock' | 'links'> {
  router: () => AddressRouter
}

export function createAuditTrailLogic({http, clock, links, router}: AuditTrailConnections): AuditTrailLogic {
  const address = () => createAddress(router(), router().state.location.pathname)
  return connected(auditTrailMachine)({
    actors: {
      linkChanges: fromEventObservable(() => links),
      addressChanges: fromEventObservable(() => {
        const shown = address()
        return shown.changes.pipe(map(search => ({type: 'address.changed' as const, filter: auditFilter(search)})))
      }),
      clock: fromEventObservable(() => clock.ticks()),
      loadPage: ask(http, listAudit),
    },
    actions: {
      saveFile: (_, {name, text}) => download(name, 'text/csv', text),
      pushToUrl: (_, {filter}) => address().show(searchFromAuditFilter(filter), {replace: true}),
    },
  })
}
