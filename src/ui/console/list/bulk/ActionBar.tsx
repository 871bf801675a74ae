import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {EntityType} from '../../../../../contract/wire/entities/attribute'
import type {RecordListRef} from '../../../../machines/console/recordList'
import {useMay} from '../../../kit/viewer'
import styles from '../List.module.css'
import {texts} from '../texts'

export function ActionBar({list}: {list: RecordListRef}) {
  const count = useSelector(list, ({context}) => context.selected.size)
  const kind = useSelector(list, ({context}) => context.description.kind)
  const mayAssign = useMay('customer.assign')
  if (count === 0) return null
  return (
    <section className={styles.actionBar} aria-label={texts.selection}>
      <Selected list={list} count={count} />
      <SelectAll list={list} />
      <Button variant="default" size="xs" onClick={() => list.send({type: 'selection.cleared'})}>
        {texts.clearSelection}
      </Button>
      <div className={styles.actions}>
        {mayAssign && isAssignable(kind) && (
          <Button variant="default" size="xs" onClick={() => list.send({type: 'bulk.requested', action: 'assign'})}>
            {texts.assign}
          </Button>
        )}
        <Button color="red" size="xs" onClick={() => list.send({type: 'bulk.requested', action: 'delete'})}>
          {texts.delete}
        </Button>
      </div>
    </section>
  )
}

function Selected({list, count}: {list: RecordListRef; count: number}) {
  const elsewhere = useSelector(list, ({context: {shown, selected}}) =>
    shown.reduce((left, {id}) => (selected.has(id) ? left - 1 : left), selected.size),
  )
  return (
    <p role="status">
      <strong>{texts.selected(count)}</strong>
      {elsewhere > 0 && `, ${texts.selectedElsewhere(elsewhere)}`}
    </p>
  )
}

/** Selecting all rows of a paged list loads the remaining pages, so it is offered once all loaded rows are selected. */
function SelectAll({list}: {list: RecordListRef}) {
  const total = useSelector(list, ({context}) => context.total)
  const isOffered = useSelector(
    list,
    ({context: {next, shown, selected}}) => next !== null && shown.every(({id}) => selected.has(id)),
  )
  if (!isOffered) return null
  return (
    <Button variant="subtle" size="xs" onClick={() => list.send({type: 'all.selected'})}>
      {texts.selectAll(total)}
    </Button>
  )
}

/** Only devices and assets can be assigned to a customer. */
const isAssignable = (kind: EntityType): boolean => kind === 'device' || kind === 'asset'
