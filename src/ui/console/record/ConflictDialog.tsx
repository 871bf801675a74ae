import {Button, Modal} from '@mantine/core'
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
          <Button variant="default" data-autofocus onClick={() => record.send({type: 'dialog.closed'})}>
            {texts.conflict.back}
          </Button>
          <Button variant="default" onClick={() => record.send({type: 'theirs.taken'})}>
            {texts.conflict.takeTheirs}
          </Button>
          <Button onClick={() => record.send({type: 'mine.kept'})}>{texts.conflict.keepMine}</Button>
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
    <table className={styles.conflict}>
      <thead>
        <tr>
          <th>{texts.conflict.field}</th>
          <th>{texts.conflict.mine}</th>
          <th>{texts.conflict.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {differences(description, {record, draft, theirs}).map(difference => (
          <Row key={difference.field.name} {...difference} />
        ))}
      </tbody>
    </table>
  )
}

function Row({field, mine, theirs, changedBy}: Difference) {
  return (
    <tr>
      <th scope="row">
        {field.label}
        <div className={styles.quiet}>{texts.conflict.changedBy[changedBy]}</div>
      </th>
      <td>
        <Value field={field} value={mine} />
      </td>
      <td>
        <Value field={field} value={theirs} />
      </td>
    </tr>
  )
}

function Value({field, value}: {field: Field; value: DraftValue}) {
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (value === '') return <span className={styles.quiet}>{texts.conflict.nothing}</span>
  if (field.kind === 'password') return texts.conflict.newPassword
  return <bdi className={styles.exact}>{value}</bdi>
}
