import {WALLS_ATTRIBUTE} from '../../../contract/rules/lists/walls'
import {templatePanels} from '../../../contract/rules/lists/wallTemplates'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {NORTHGATE_NOC} from './organisations'

/** The walls of the NOC, whose first one is composed. */
export const demoWalls = () => [
  {
    entityType: 'organisation' as const,
    entityId: NORTHGATE_NOC,
    organisationId: NORTHGATE_NOC,
    scope: ATTRIBUTE_SCOPES.shared,
    key: WALLS_ATTRIBUTE,
    jsonV: [{name: 'NOC', home: true, panels: templatePanels('noc', 'temperature')}],
  },
]
