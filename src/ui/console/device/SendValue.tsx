import {useSelector} from '@xstate/react'
import {type SendLines, sendLines} from '../../../domain/console/sendLines'
import type {CredentialsRef} from '../../../machines/console/credentials'
import type {DeviceValuesRef} from '../../../machines/console/deviceValues'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {CopyButton} from '../../kit/CopyButton'
import {Panel} from '../../kit/Panel'
import {useConsole} from '../logic'
import {ArrivalMark} from './ArrivalMark'
import styles from './Device.module.css'
import {texts} from './texts'

interface Props {
  credentials: CredentialsRef
  values: DeviceValuesRef
  devices: DevicesRef
  deviceId: string
}

/** The copied lines contain the access token even while the shown ones hide it. */
export function SendValue({credentials, values, devices, deviceId}: Props) {
  const accessToken = useSelector(credentials, ({context}) => context.credentials?.accessToken ?? null)
  const isRevealed = useSelector(credentials, s => s.matches({present: 'revealed'}))
  const isLoading = useSelector(credentials, s => s.matches('loading'))
  return (
    <Panel title={texts.send.title} actions={<ArrivalMark {...{values, devices, deviceId}} />}>
      {isLoading && <div className={styles.awaitedLines} />}
      {!isLoading && accessToken === null && <p className={styles.note}>{texts.send.noCredentials}</p>}
      {accessToken !== null && <Lines accessToken={accessToken} isRevealed={isRevealed} />}
    </Panel>
  )
}

const SHELLS = ['sh', 'powerShell'] as const satisfies readonly (keyof SendLines)[]
const HIDDEN = 'ACCESS_TOKEN'

function Lines({accessToken, isRevealed}: {accessToken: string; isRevealed: boolean}) {
  const {apiOrigin} = useConsole()
  const lines = sendLines(apiOrigin, accessToken)
  const shownLines = isRevealed ? lines : sendLines(apiOrigin, HIDDEN)
  return (
    <>
      <p className={styles.note}>
        {texts.send.lead} {!isRevealed && texts.send.hidden}
      </p>
      {SHELLS.map(shell => (
        <div key={shell} className={styles.line}>
          <div className={styles.header}>
            <h3>{texts.send.shells[shell]}</h3>
            <CopyButton what={texts.send.line(texts.send.shells[shell])} value={lines[shell]} />
          </div>
          <pre>{shownLines[shell]}</pre>
        </div>
      ))}
    </>
  )
}
