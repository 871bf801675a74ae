import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useRef} from 'react'
import type {AttributeOwner} from '../../../domain/console/attribute'
import type {AttributesRef} from '../../../machines/console/record/attributes'
import {Confirmation} from '../../kit/dialog/ConfirmDialog'
import {Failure} from '../../kit/form/Failure'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {Panel} from '../../kit/Panel'
import {useConsole} from '../logic'
import {AttributeDialog} from './AttributeDialog'
import styles from './Attributes.module.css'
import {ScopeTabs} from './ScopeTabs'
import {texts} from './texts'
import {UsualZone} from './UsualZone'

interface Shown {
  isReadOnly?: boolean
  /** Whether they say by the weeks of which time zone the server learns what is usual. */
  hasUsualZone?: boolean
}

export function Attributes({isReadOnly = false, hasUsualZone = false, ...owner}: AttributeOwner & Shown) {
  return <RunningAttributes key={`${owner.kind} ${owner.id}`} {...{owner, isReadOnly, hasUsualZone}} />
}

function RunningAttributes({owner, isReadOnly, hasUsualZone}: {owner: AttributeOwner} & Required<Shown>) {
  const logic = useConsole()
  const attributes = useActorRef(logic.attributes, {input: {owner, now: logic.now()}})
  const addButton = useRef<HTMLButtonElement>(null)
  const key = useSelector(attributes, ({context}) => context.chosen?.key ?? '')
  const isThere = useSelector(attributes, s => !s.matches('loading') && !s.matches('failed'))
  const isRefreshing = useSelector(attributes, s => s.matches({shown: 'refreshing'}))
  return (
    <Panel
      title={texts.title}
      actions={
        isThere && (
          <div className={styles.actions}>
            <Button
              size="xs"
              variant="default"
              aria-disabled={isRefreshing}
              aria-busy={isRefreshing}
              onClick={() => attributes.send({type: 'refresh.requested'})}
            >
              {isRefreshing ? texts.refreshing : texts.refresh}
            </Button>
            {!isReadOnly && (
              <Button ref={addButton} size="xs" onClick={() => attributes.send({type: 'add.requested'})}>
                {texts.add}
              </Button>
            )}
          </div>
        )
      }
    >
      {hasUsualZone && isThere && <UsualZone {...{attributes, isReadOnly}} />}
      <Content {...{attributes, isReadOnly}} />
      <AttributeDialog attributes={attributes} />
      <Confirmation
        of={attributes}
        state="deleting"
        confirmed="deletion.confirmed"
        texts={texts.deletion}
        onGone={() => addButton.current?.focus()}
      >
        <p>{texts.deletion.question(key)}</p>
      </Confirmation>
    </Panel>
  )
}

function Content({attributes, isReadOnly}: {attributes: AttributesRef; isReadOnly: boolean}) {
  const isLoading = useSelector(attributes, s => s.matches('loading'))
  const {isFailed, isRetrying} = useFailure(attributes)
  const isShown = useSelector(attributes, s => s.matches('shown'))
  if (isLoading && !isFailed)
    return (
      <p className={styles.note} role="status">
        {texts.loading}
      </p>
    )
  return (
    <>
      {(isFailed || isShown) && <Failure of={attributes} />}
      {isFailed ? (
        <RetryButton size="xs" isBusy={isRetrying} onClick={() => attributes.send({type: 'retry.requested'})} />
      ) : (
        <ScopeTabs {...{attributes, isReadOnly}} />
      )}
    </>
  )
}
