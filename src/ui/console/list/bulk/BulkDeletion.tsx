import {Button, Checkbox, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {nameOf} from '../../../../domain/console/records/description'
import type {BulkRef} from '../../../../machines/console/bulk'
import {buttons} from '../../../kit/text/texts'
import styles from './Bulk.module.css'
import {bulkTexts} from './bulkTexts'

/** A single record is confirmed by typing its name, several records by typing their number. */
export function BulkDeletion({bulk}: {bulk: BulkRef}) {
  const confirmation = useSelector(bulk, ({context}) => context.confirmation)
  const isSingle = useSelector(bulk, ({context}) => context.records.length === 1)
  const typed = useSelector(bulk, ({context}) => context.typed)
  const isAcknowledged = useSelector(bulk, ({context}) => context.isAcknowledged)
  const canStart = useSelector(bulk, snapshot => snapshot.can({type: 'start.confirmed'}))
  return (
    <form
      className={styles.content}
      onSubmit={event => {
        event.preventDefault()
        bulk.send({type: 'start.confirmed'})
      }}
    >
      <Question bulk={bulk} />
      <Consequences bulk={bulk} />
      <TextInput
        label={isSingle ? bulkTexts.typeName(confirmation) : bulkTexts.typeCount(confirmation)}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        inputMode={isSingle ? 'text' : 'numeric'}
        value={typed}
        onChange={event => bulk.send({type: 'confirmation.typed', text: event.currentTarget.value})}
      />
      <Checkbox
        classNames={{input: styles.tick}}
        label={bulkTexts.acknowledge}
        checked={isAcknowledged}
        onChange={event => bulk.send({type: 'consequence.acknowledged', isAcknowledged: event.currentTarget.checked})}
      />
      <div className={styles.buttons}>
        <Button type="submit" color="red" disabled={!canStart}>
          {buttons.delete}
        </Button>
        <Button variant="default" onClick={() => bulk.send({type: 'dialog.closed'})}>
          {buttons.cancel}
        </Button>
      </div>
    </form>
  )
}

const NAMED = 5

function Question({bulk}: {bulk: BulkRef}) {
  const records = useSelector(bulk, ({context}) => context.records)
  const description = useSelector(bulk, ({context}) => context.description)
  const [first] = records
  if (first !== undefined && records.length === 1) {
    return <p className={styles.name}>{bulkTexts.delete.question(nameOf(description, first))}</p>
  }
  return (
    <div>
      <p>{bulkTexts.delete.question(bulkTexts.many(records.length, description.noun))}</p>
      <ul className={styles.names}>
        {records.slice(0, NAMED).map(record => (
          <li key={record.id}>
            <bdi>{nameOf(description, record)}</bdi>
          </li>
        ))}
        {records.length > NAMED && <li>{bulkTexts.more(records.length - NAMED)}</li>}
      </ul>
    </div>
  )
}

function Consequences({bulk}: {bulk: BulkRef}) {
  const records = useSelector(bulk, ({context}) => context.records)
  const description = useSelector(bulk, ({context}) => context.description)
  const [first] = records
  const isSingle = records.length === 1
  return (
    <div>
      {!isSingle && <p>{bulkTexts.ofEach}</p>}
      <ul className={styles.consequences}>
        {description.consequences(isSingle ? (first?.counts ?? {}) : {}).map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
