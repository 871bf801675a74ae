import {type AuditEntry, actionText, isOutside} from '../../../domain/console/audit'
import {ageOf} from '../../../domain/format/age'
import type {ChangesPanel} from '../../../domain/wall/facts/kinds'
import type {BodyProps} from '../panels/painting'
import {FactsOf, useAsOf} from './FactsOf'
import {FactTable} from './FactTable'
import {texts as all} from './texts'

const texts = all.changes

interface Props extends BodyProps<ChangesPanel> {
  organisationId: string
}

export function ChangesBody({panel, wall, sources, organisationId}: Props) {
  const asOf = useAsOf(wall)
  return (
    <FactsOf load={sources.facts} asked={{kind: 'changes', organisationId, count: panel.count}}>
      {found =>
        found.kind === 'changes' && (
          <FactTable
            lead={found.entries.length === 0 ? texts.nothing : ''}
            heads={[texts.what, texts.who, texts.when]}
            rows={found.entries.map(entry => ({
              id: entry.id,
              name: [actionText(entry.action), entry.entityName ?? ''].filter(text => text !== '').join(' · '),
              cells: [whoOf(entry), texts.ago(ageOf(entry.at, found.readAt))],
            }))}
            caption={asOf(found)}
          />
        )
      }
    </FactsOf>
  )
}

const whoOf = (entry: AuditEntry): string => (isOutside(entry) ? texts.nobody : (entry.email ?? all.none))
