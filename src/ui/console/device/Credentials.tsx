import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type Ref, useRef} from 'react'
import type {CredentialsRef} from '../../../machines/console/credentials'
import {CopyButton} from '../../kit/CopyButton'
import {Failure} from '../../kit/Failure'
import {Panel} from '../../kit/Panel'
import {TimeText} from '../../kit/TimeText'
import {CredentialsDeletion} from './CredentialsDeletion'
import styles from './Device.module.css'
import {texts} from './texts'

export function Credentials({credentials}: {credentials: CredentialsRef}) {
  const isAsking = useSelector(credentials, s => s.matches('deleting'))
  const createButton = useRef<HTMLButtonElement>(null)
  return (
    <Panel title={texts.credentials.title}>
      {!isAsking && <Failure of={credentials} />}
      <Content credentials={credentials} createButton={createButton} />
      <CredentialsDeletion credentials={credentials} onGone={() => createButton.current?.focus()} />
    </Panel>
  )
}

interface Props {
  credentials: CredentialsRef
  createButton: Ref<HTMLButtonElement>
}

function Content({credentials, createButton}: Props) {
  const isLoading = useSelector(credentials, s => s.matches('loading'))
  const isFailed = useSelector(credentials, s => s.matches('failed'))
  const isThere = useSelector(credentials, s => s.matches('present') || s.matches('deleting'))
  if (isThere) return <AccessToken credentials={credentials} />
  if (isLoading)
    return (
      <div className={styles.awaited}>
        <p className={styles.note} role="status">
          {texts.credentials.loading}
        </p>
      </div>
    )
  if (isFailed)
    return (
      <Button size="xs" variant="default" onClick={() => credentials.send({type: 'retry.requested'})}>
        {texts.credentials.retry}
      </Button>
    )
  return <None credentials={credentials} createButton={createButton} />
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

function AccessToken({credentials}: {credentials: CredentialsRef}) {
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
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.credentials.deleteWhat}
            onClick={() => credentials.send({type: 'delete.requested'})}
          >
            {texts.credentials.delete}
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
    </dl>
  )
}
