import {Button, Modal, Table} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type Difference, differences} from '../../../domain/console/records/conflict'
import type {DraftValue, Field} from '../../../domain/console/records/field'
import type {RecordRef} from '../../../machines/console/record'
import dialog from '../../kit/Dialog.module.css'
import {texts as common} from '../texts'
import styles from './Record.module.css'
import {texts} from './texts'

/** Shows the typed values beside those that somebody else has saved; nothing is overwritten until one is chosen. */
export function ConflictDialog({record}: {record: RecordRef}) {
  const isOpen = useSelector(record, s => s.matches({editing: 'conflict'}))
  return (
    <Modal
      opened={isOpen}
      onClose={() => record.send({type: 'dialog.closed'})}
      title={texts.conflict.heading}
      closeButtonProps={{'aria-label': texts.close}}
      size="xl"
    >
      <div className={dialog.content}>
        <p>{texts.conflict.lead}</p>
        <Both record={record} />
        <div className={dialog.buttons}>
          <Button onClick={() => record.send({type: 'mine.kept'})}>{texts.conflict.keepMine}</Button>
          <Button variant="default" onClick={() => record.send({type: 'theirs.taken'})}>
            {texts.conflict.takeTheirs}
          </Button>
          <Button variant="default" data-autofocus onClick={() => record.send({type: 'dialog.closed'})}>
            {texts.conflict.back}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function Both({record: ref}: {record: RecordRef}) {
  const description = useSelector(ref, ({context}) => context.description)
  const record = useSelector(ref, ({context}) => context.record)
  const theirs = useSelector(ref, ({context}) => context.theirs)
  const draft = useSelector(ref, ({context}) => context.draft)
  if (record === null || theirs === null) return null
  return (
    <Table className={styles.conflict}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.conflict.field}</Table.Th>
          <Table.Th>{texts.conflict.mine}</Table.Th>
          <Table.Th>{texts.conflict.theirs}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {differences(description, {record, draft, theirs}).map(difference => (
          <Row key={difference.field.name} {...difference} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Row({field, mine, theirs, changedBy}: Difference) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {field.label}
        <div className={styles.quiet}>{texts.conflict.changedBy[changedBy]}</div>
      </Table.Th>
      <Table.Td>
        <Value field={field} value={mine} />
      </Table.Td>
      <Table.Td>
        <Value field={field} value={theirs} />
      </Table.Td>
    </Table.Tr>
  )
}

function Value({field, value}: {field: Field; value: DraftValue}) {
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (value === '') return <span className={styles.quiet}>{texts.conflict.nothing}</span>
  if (field.kind === 'password') return texts.conflict.newPassword
  return <bdi className={styles.exact}>{value}</bdi>
}
