import {type AuditEntry, doneText, isOutside} from '../../../domain/audit'
import {ageOf} from '../../../domain/format/age'
import type {Facts} from '../../../domain/wall/facts/facts'
import type {ChangesPanel} from '../../../domain/wall/facts/kinds'
import type {BodyProps} from '../panels/painting'
import {useShown} from '../panels/useShown'
import {FactsOf, useAsOf} from './FactsOf'
import {FactTable} from './FactTable'
import {texts as all} from './texts'

const texts = all.changes

interface Props extends BodyProps<ChangesPanel> {
  organisationId: string
}

export function ChangesBody({panel, wall, sources, organisationId}: Props) {
  return (
    <FactsOf load={sources.facts} asked={{kind: 'changes', organisationId, count: panel.count}}>
      {found => found.kind === 'changes' && <Table wall={wall} found={found} />}
    </FactsOf>
  )
}

function Table({wall, found}: Pick<Props, 'wall'> & {found: Extract<Facts, {kind: 'changes'}>}) {
  const asOf = useAsOf(wall)
  const rows = useShown(wall, ({context: {board}}) =>
    found.entries.map(entry => ({
      id: entry.id,
      name: [doneText(entry), entry.entityName ?? ''].filter(text => text !== '').join(' · '),
      cells: [whoOf(entry), texts.ago(ageOf(entry.at, board.now))],
    })),
  )
  return (
    <FactTable
      lead={rows.length === 0 ? texts.nothing : ''}
      heads={[texts.what, texts.who, texts.when]}
      rows={rows}
      foot={asOf(found)}
    />
  )
}

const whoOf = (entry: AuditEntry): string => (isOutside(entry) ? texts.nobody : (entry.email ?? all.none))
