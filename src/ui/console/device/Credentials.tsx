import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {CredentialsRef} from '../../../machines/credentials'
import spoken from '../../Spoken.module.css'
import {CopyButton} from '../CopyButton'
import {Failure} from '../Failure'
import {LocalTime} from '../LocalTime'
import {CredentialsDeletion} from './CredentialsDeletion'
import styles from './Device.module.css'
import {Panel} from './Panel'
import {texts} from './texts'

export function Credentials({credentials}: {credentials: CredentialsRef}) {
  const isAsking = useSelector(credentials, s => s.matches('deleting'))
  return (
    <Panel title={texts.credentials.title}>
      {!isAsking && <Failure of={credentials} />}
      <Content credentials={credentials} />
      <CredentialsDeletion credentials={credentials} />
    </Panel>
  )
}

function Content({credentials}: {credentials: CredentialsRef}) {
  const isLoading = useSelector(credentials, s => s.matches('loading'))
  const isFailed = useSelector(credentials, s => s.matches('failed'))
  const isThere = useSelector(credentials, s => s.matches('present') || s.matches('deleting'))
  if (isThere) return <AccessToken credentials={credentials} />
  if (isLoading)
    return (
      <p className={styles.note} role="status">
        {texts.credentials.loading}
      </p>
    )
  if (isFailed)
    return (
      <Button size="xs" variant="default" onClick={() => credentials.send({type: 'retry.requested'})}>
        {texts.credentials.retry}
      </Button>
    )
  return <None credentials={credentials} />
}

function None({credentials}: {credentials: CredentialsRef}) {
  const isCreating = useSelector(credentials, s => s.matches('creating'))
  return (
    <>
      <p className={styles.note}>{texts.credentials.none}</p>
      <Button
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
            onClick={() => credentials.send({type: isRevealed ? 'hide.requested' : 'show.requested'})}
          >
            {isRevealed ? texts.credentials.hide : texts.credentials.show}
            <span className={spoken.spoken}> {texts.credentials.accessToken}</span>
          </Button>
          <CopyButton what={texts.credentials.accessToken} value={found.accessToken} />
          <Button size="compact-xs" variant="default" onClick={() => credentials.send({type: 'delete.requested'})}>
            {texts.credentials.delete}
            <span className={spoken.spoken}> {texts.credentials.deleteWhat}</span>
          </Button>
        </span>
      </dd>
      {found.createdAt !== null && (
        <>
          <dt>{texts.credentials.created}</dt>
          <dd>
            <LocalTime at={found.createdAt} />
          </dd>
        </>
      )}
    </dl>
  )
}
