import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type Ref, useRef} from 'react'
import type {SnapshotFrom} from 'xstate'
import type {CredentialsLogic, CredentialsRef} from '../../../machines/console/record/credentials'
import {useHasAdditions} from '../../kit/application'
import {Failure} from '../../kit/form/Failure'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {Panel} from '../../kit/Panel'
import {CopyButton} from '../../kit/text/CopyButton'
import {TimeText} from '../../kit/text/TimeText'
import {buttons} from '../../kit/text/texts'
import {Deletion, FormerEnd, Limiting, Replacement} from './CredentialsDialogs'
import styles from './Device.module.css'
import {texts} from './texts'

export function Credentials({credentials}: {credentials: CredentialsRef}) {
  const isAsking = useSelector(credentials, isInDialog)
  const createButton = useRef<HTMLButtonElement>(null)
  const replaceButton = useRef<HTMLButtonElement>(null)
  return (
    <Panel title={texts.credentials.title}>
      {!isAsking && <Failure machine={credentials} />}
      <Content credentials={credentials} createButton={createButton} replaceButton={replaceButton} />
      <Deletion credentials={credentials} onGone={() => createButton.current?.focus()} />
      <Replacement credentials={credentials} onGone={() => replaceButton.current?.focus()} />
      <Limiting credentials={credentials} onGone={() => replaceButton.current?.focus()} />
      <FormerEnd credentials={credentials} onGone={() => replaceButton.current?.focus()} />
    </Panel>
  )
}

const isInDialog = (snapshot: SnapshotFrom<CredentialsLogic>) =>
  (['deleting', 'replacing', 'limiting', 'endingFormer'] as const).some(state => snapshot.matches(state))

interface Props {
  credentials: CredentialsRef
  createButton: Ref<HTMLButtonElement>
}

function Content({replaceButton, ...props}: Props & {replaceButton: Ref<HTMLButtonElement>}) {
  const {credentials} = props
  const isLoading = useSelector(credentials, s => s.matches('loading'))
  const {isFailed, isRetrying} = useFailure(credentials)
  const isThere = useSelector(credentials, s => s.matches('present') || isInDialog(s))
  if (isThere) return <AccessToken credentials={credentials} replaceButton={replaceButton} />
  if (isLoading && !isFailed)
    return (
      <div className={styles.awaited}>
        <p className={styles.note} role="status">
          {texts.credentials.loading}
        </p>
      </div>
    )
  if (isFailed)
    return <RetryButton size="xs" isBusy={isRetrying} onClick={() => credentials.send({type: 'retry.requested'})} />
  return <None {...props} />
}

function None({credentials, createButton}: Props) {
  const isCreating = useSelector(credentials, s => s.matches('creating'))
  return (
    <>
      <p className={styles.note}>{texts.credentials.none}</p>
      <Button
        ref={createButton}
        size="xs"
        aria-disabled={isCreating}
        aria-busy={isCreating}
        onClick={() => credentials.send({type: 'create.requested'})}
      >
        {isCreating ? texts.credentials.creating : texts.credentials.create}
      </Button>
    </>
  )
}

function AccessToken({
  credentials,
  replaceButton,
}: {
  credentials: CredentialsRef
  replaceButton: Ref<HTMLButtonElement>
}) {
  const isReplaceable = useHasAdditions()
  const found = useSelector(credentials, ({context}) => context.credentials)
  const isRevealed = useSelector(credentials, s => s.matches({present: 'revealed'}))
  if (found === null) return null
  return (
    <dl className={styles.credentials}>
      <dt>{texts.credentials.accessToken}</dt>
      <dd>
        {isRevealed ? <code>{found.accessToken}</code> : <span>{texts.credentials.hidden}</span>}
        <span className={styles.actions}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={isRevealed ? texts.credentials.hideWhat : texts.credentials.showWhat}
            onClick={() => credentials.send({type: isRevealed ? 'hide.requested' : 'show.requested'})}
          >
            {isRevealed ? texts.credentials.hide : texts.credentials.show}
          </Button>
          <CopyButton what={texts.credentials.accessToken} value={found.accessToken} />
          {isReplaceable && (
            <Button
              ref={replaceButton}
              size="compact-xs"
              variant="default"
              aria-label={texts.credentials.replaceWhat}
              onClick={() => credentials.send({type: 'replacement.requested'})}
            >
              {texts.credentials.replace}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.credentials.deleteWhat}
            onClick={() => credentials.send({type: 'delete.requested'})}
          >
            {buttons.delete}
          </Button>
        </span>
      </dd>
      {found.createdAt !== null && (
        <>
          <dt>{texts.credentials.created}</dt>
          <dd>
            <TimeText at={found.createdAt} />
          </dd>
        </>
      )}
      {isReplaceable && (
        <>
          <dt>{texts.credentials.ends}</dt>
          <dd>
            {found.expiresAt === null ? texts.credentials.never : <TimeText at={found.expiresAt} />}
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.credentials.changeWhat}
              onClick={() => credentials.send({type: 'life.requested'})}
            >
              {texts.credentials.change}
            </Button>
          </dd>
        </>
      )}
      {found.formerUntil !== null && (
        <>
          <dt>{texts.credentials.former}</dt>
          <dd>
            <TimeText at={found.formerUntil} />
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.credentials.endFormerWhat}
              onClick={() => credentials.send({type: 'formerEnd.requested'})}
            >
              {texts.credentials.endFormer}
            </Button>
          </dd>
        </>
      )}
    </dl>
  )
}
