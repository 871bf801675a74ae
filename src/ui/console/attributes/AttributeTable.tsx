import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {scopeName} from '../../../../contract/rules/scopeName'
import type {EpochMs} from '../../../../contract/wire/common'
import type {AttributeScope} from '../../../../contract/wire/entities/attribute'
import {type Attribute, attributesIn} from '../../../domain/console/attribute'
import type {AttributesRef} from '../../../machines/console/record/attributes'
import {useApplication} from '../../kit/application'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {RowButton} from '../../kit/table/RowButton'
import {TimeText} from '../../kit/text/TimeText'
import styles from './Attributes.module.css'
import {AttributeValueView} from './AttributeValueView'
import {texts} from './texts'

interface Props {
  attributes: AttributesRef
  scope: AttributeScope
  isReadOnly: boolean
}

export function AttributeTable({attributes, scope, isReadOnly}: Props) {
  const all = useSelector(attributes, ({context}) => context.attributes)
  const columns = useMemo(
    () => columnsOf(attributes).filter(({name}) => !isReadOnly || name !== 'actions'),
    [attributes, isReadOnly],
  )
  return (
    <DataTable
      className={styles.table}
      label={`${texts.title}: ${texts.scopes[scopeName(scope)]}`}
      columns={columns}
      rows={attributesIn(all, scope)}
      keyOf={({key}) => key}
    />
  )
}

const columnsOf = (attributes: AttributesRef): DataColumn<Attribute>[] => [
  {
    name: 'key',
    head: texts.columns.key,
    isRowHeader: true,
    cell: attribute => <KeyCell attributes={attributes} attribute={attribute} />,
  },
  {name: 'value', head: texts.columns.value, cell: ({value}) => <AttributeValueView value={value} />},
  {name: 'type', head: texts.columns.type, className: styles.wide, cell: ({value}) => texts.types[value.type]},
  {
    name: 'updated',
    head: texts.columns.updated,
    isNumber: true,
    className: styles.wide,
    cell: ({updatedAt}) => <Age attributes={attributes} updatedAt={updatedAt} />,
  },
  {
    name: 'version',
    head: texts.columns.version,
    isNumber: true,
    className: styles.wide,
    cell: ({version}) => version ?? texts.none,
  },
  {
    name: 'actions',
    head: texts.columns.actions,
    className: styles.rowActions,
    cell: attribute => <RowActions attributes={attributes} attribute={attribute} />,
  },
]

interface CellProps extends Pick<Props, 'attributes'> {
  attribute: Attribute
}

function KeyCell({attributes, attribute: {key, value, version, updatedAt}}: CellProps) {
  return (
    <>
      {key}
      <span className={styles.narrow}>
        {texts.types[value.type]} · <Age attributes={attributes} updatedAt={updatedAt} />
        {version !== null && ` · ${texts.version(version)}`}
      </span>
    </>
  )
}

function RowActions({attributes, attribute}: CellProps) {
  const {key} = attribute
  return (
    <>
      <RowButton text={texts.edit} name={key} onClick={() => attributes.send({type: 'edit.requested', attribute})} />
      <RowButton
        text={texts.delete}
        name={key}
        onClick={() => attributes.send({type: 'delete.requested', attribute})}
      />
    </>
  )
}

interface AgeProps extends Pick<Props, 'attributes'> {
  updatedAt: EpochMs | null
}

/** A component of its own, so that a tick of the clock renders only the ages whose words change. */
function Age({attributes, updatedAt}: AgeProps) {
  const {formats} = useApplication()
  const age = useSelector(attributes, ({context}) =>
    updatedAt === null ? texts.none : formats.relative(updatedAt, context.now),
  )
  return updatedAt === null ? age : <TimeText at={updatedAt}>{age}</TimeText>
}
