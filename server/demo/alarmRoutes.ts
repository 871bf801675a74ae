import {ALARM_ROUTES_ATTRIBUTE} from '../../contract/rules/alarmRoutes'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/attribute'
import {NORTHGATE_NOC} from './organisations'

/** Whom the NOC has told of its alarms. */
export const demoAlarmRoutes = () => [
  {
    ...{entityType: 'organisation' as const, entityId: NORTHGATE_NOC, organisationId: NORTHGATE_NOC},
    ...{scope: ATTRIBUTE_SCOPES.server, key: ALARM_ROUTES_ATTRIBUTE},
    jsonV: [{name: 'Operators', targets: [{kind: 'email', address: 'noc@demo.test'}]}],
  },
]
