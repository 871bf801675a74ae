import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {attributeValueOf} from '../../../domain/console/attributeDraft'
import type {AttributesRef} from '../../../machines/console/attributes'
import dialog from '../../kit/Dialog.module.css'
import styles from './Attributes.module.css'
import {AttributeValueView} from './AttributeValueView'
import {texts} from './texts'

/** Shows the typed value beside the one on the server; nothing is overwritten until one of them is chosen. */
export function AttributeConflict({attributes}: {attributes: AttributesRef}) {
  const theirs = useSelector(attributes, ({context}) => context.theirs)
  const draft = useSelector(attributes, ({context}) => context.draft)
  const isGone = theirs === null
  return (
    <div className={dialog.content}>
      <p role="alert">{isGone ? texts.conflict.gone : texts.conflict.changed}</p>
      <dl className={styles.versions}>
        <div>
          <dt>{texts.conflict.mine}</dt>
          <dd>
            <AttributeValueView value={attributeValueOf(draft)} />
          </dd>
        </div>
        {theirs !== null && (
          <div>
            <dt>{texts.conflict.theirs}</dt>
            <dd>
              <AttributeValueView value={theirs.value} />
            </dd>
          </div>
        )}
      </dl>
      <div className={dialog.buttons}>
        <Button variant="default" data-autofocus onClick={() => attributes.send({type: 'dialog.closed'})}>
          {texts.conflict.back}
        </Button>
        <Button variant="default" onClick={() => attributes.send({type: 'theirs.taken'})}>
          {isGone ? texts.conflict.leaveGone : texts.conflict.takeTheirs}
        </Button>
        <Button onClick={() => attributes.send({type: 'mine.kept'})}>
          {isGone ? texts.conflict.keepMineAnew : texts.conflict.keepMine}
        </Button>
      </div>
    </div>
  )
}
