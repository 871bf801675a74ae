import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {SecondFactorRef} from '../../../machines/account/secondFactor'
import {FormMessage} from '../../kit/form/FormMessage'
import {IconDownload} from '../../kit/mark/icons'
import {CopyButton} from '../../kit/text/CopyButton'
import {download} from '../../kit/text/download'
import styles from './SecurityPage.module.css'
import {texts} from './texts'

/** Shows the recovery codes, which nobody can read again. */
export function KeepCodes({factor}: {factor: SecondFactorRef}) {
  const codes = useSelector(factor, ({context}) => context.recoveryCodes)
  const done = useSelector(factor, ({context}) => context.done)
  const asText = codes.join('\n')
  return (
    <>
      {done !== null && <FormMessage kind="done" message={done} />}
      <p className={styles.text}>{texts.secondFactor.keep}</p>
      <ul className={styles.codes} aria-label={texts.secondFactor.codes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CopyButton what={texts.secondFactor.codes} value={asText} />
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconDownload />}
          onClick={() => download(texts.secondFactor.file, 'text/plain', `${asText}\n`)}
        >
          {texts.secondFactor.download}
        </Button>
      </div>
      <div>
        <Button onClick={() => factor.send({type: 'codes.kept'})}>{texts.secondFactor.kept}</Button>
      </div>
    </>
  )
}
