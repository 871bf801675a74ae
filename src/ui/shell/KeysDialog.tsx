import {Switch} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useId} from 'react'
import {SHORTCUTS} from '../../domain/shell/shortcuts'
import {PlainDialog} from '../kit/dialog/PlainDialog'
import styles from './KeysDialog.module.css'
import {texts as keyTexts} from './keyTexts'
import {useShell} from './shellLogic'
import {texts} from './texts'

/** Lists every key, and switches single letters off for those who press them unintentionally. */
export function KeysDialog() {
  const {shell} = useShell()
  return useSelector(shell, snapshot => snapshot.matches('helping')) && <Keys />
}

function Keys() {
  const {shell} = useShell()
  const hintId = useId()
  const does: Readonly<Record<string, Readonly<Record<string, string>>>> = keyTexts
  const areLettersOn = useSelector(shell, ({context}) => context.chosen.letters === 'heard')
  return (
    <PlainDialog title={texts.keys.heading} place="middle" onClose={() => shell.send({type: 'help.closed'})}>
      <div className={styles.groups}>
        {Object.entries(SHORTCUTS).map(([group, shortcuts]) => (
          <section key={group} aria-label={does[group]?.name}>
            <h3 className={styles.name}>{does[group]?.name}</h3>
            <dl className={styles.lines}>
              {Object.entries<readonly string[]>(shortcuts).map(([name, keys]) => (
                <div key={name}>
                  <dt>{does[group]?.[name]}</dt>
                  <dd>
                    {keys.map(key => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label={texts.keys.letters}
        aria-describedby={hintId}
        checked={areLettersOn}
        onChange={() => shell.send({type: 'letters.switched'})}
      />
      <p id={hintId} className={styles.hint}>
        {texts.keys.lettersHint}
      </p>
    </PlainDialog>
  )
}
