import {Switch} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useId, useState} from 'react'
import {Outlet, useLocation} from 'react-router-dom'
import {cut} from '../../../contract/rules/text'
import {isKiosk} from '../../domain/shell/shell'
import {SHORTCUTS} from '../../domain/shell/shortcuts'
import {useApplication} from '../kit/application'
import {PlainDialog} from '../kit/dialog/PlainDialog'
import {QuietPart} from '../kit/loading/LazyPart'
import {useScreen} from '../kit/screen'
import {Toasts} from '../kit/Toasts'
import {TabTitle} from '../kit/text/TabTitle'
import {texts as textTexts} from '../kit/text/texts'
import {ReplayFrame} from '../replay/ReplayFrame'
import {texts} from '../texts'
import {TopBar} from './bar/TopBar'
import {texts as keyTexts} from './keyTexts'
import {BottomBar} from './navigation/BottomBar'
import {Rail} from './navigation/Rail'
import {texts as paletteTexts} from './palette/texts'
import styles from './Shell.module.css'
import {type ShellLogic, ShellProvider, useShell} from './shellLogic'
import {texts as shellTexts} from './texts'

/** Surrounds every screen of signed-in users. */
export function Shell({logic}: {logic: ShellLogic}) {
  const rail = useSelector(logic.shell, ({context}) => context.chosen.rail)
  const isPhone = useScreen('phone')
  const isReplaying = useSelector(logic.replay, s => s.matches({on: 'shown'}))
  const {session} = useApplication()
  const runsServer = useSelector(session, ({context}) => context.user?.authority === 'SYS_ADMIN')
  const isAlone = isKiosk(useLocation().search)
  if (isAlone) {
    return (
      <main className={styles.alone} data-replay={isReplaying || undefined}>
        <TabTitle />
        <ReplayFrame replay={logic.replay} bar={logic.replayBar}>
          <Outlet />
        </ReplayFrame>
      </main>
    )
  }
  return (
    <ShellProvider value={logic}>
      <TabTitle />
      <div className={styles.shell} data-rail={rail}>
        <a href={`#${MAIN}`} className={styles.skip}>
          {texts.navigation.skip}
        </a>
        {!isPhone && <Rail />}
        <TopBar isPhone={isPhone} />
        <main id={MAIN} tabIndex={-1} className={styles.main} data-replay={isReplaying || undefined}>
          {runsServer && <QuietPart load={logic.notices} />}
          <ZoneNotice />
          <ReplayFrame replay={logic.replay} bar={logic.replayBar}>
            <Outlet />
          </ReplayFrame>
        </main>
        {isPhone && <BottomBar />}
        <Toasts toasts={logic.toasts} />
        <KeysDialog />
        <PaletteSlot />
      </div>
    </ShellProvider>
  )
}

const MAIN = 'main'

/** Lists every key, and switches single letters off for those who press them unintentionally. */
function KeysDialog() {
  const {shell} = useShell()
  return useSelector(shell, snapshot => snapshot.matches('helping')) && <Keys />
}

function Keys() {
  const {shell} = useShell()
  const hintId = useId()
  const does: Readonly<Record<string, Readonly<Record<string, string>>>> = keyTexts
  const areLettersOn = useSelector(shell, ({context}) => context.chosen.letters === 'heard')
  return (
    <PlainDialog title={shellTexts.keys.heading} place="middle" onClose={() => shell.send({type: 'help.closed'})}>
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
        label={shellTexts.keys.letters}
        aria-describedby={hintId}
        checked={areLettersOn}
        onChange={() => shell.send({type: 'letters.switched'})}
      />
      <p id={hintId} className={styles.hint}>
        {shellTexts.keys.lettersHint}
      </p>
    </PlainDialog>
  )
}

/** Fetches the code of the palette when it is first opened. */
function PaletteSlot() {
  const {shell} = useShell()
  const isRequested = useSelector(shell, snapshot => snapshot.matches('finding'))
  return isRequested && <OpenPalette />
}

function OpenPalette() {
  const {palette} = useShell()
  const [returnFocus] = useState(createReturnedFocus)
  return (
    <>
      <span ref={returnFocus} hidden />
      <QuietPart load={palette} waiting={<EarlyField />} />
    </>
  )
}

/** Takes the input before the palette is there, in a field of its look; Enter chooses nothing yet. */
function EarlyField() {
  const {shell} = useShell()
  return (
    <input
      ref={takeFocus}
      className={styles.early}
      aria-label={paletteTexts.name}
      placeholder={paletteTexts.placeholder}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({currentTarget}) => shell.send({type: 'palette.typed', text: currentTarget.value})}
      onKeyDown={event => {
        if (event.key === 'Escape') shell.send({type: 'palette.closed'})
      }}
    />
  )
}

/** A dialog that exists only while it is open can't return the focus by itself. */
function createReturnedFocus() {
  const before = document.activeElement
  return () => () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  }
}

const takeFocus = (field: HTMLElement | null) => field?.focus()

/** Warns that the zone of the address is not known, so that nobody takes the times for those of that zone. */
function ZoneNotice() {
  const {unknownZone, zone} = useApplication()
  if (unknownZone === null) return null
  return (
    <p role="status" className={styles.notice}>
      <bdi>{textTexts.unknownZone(cut(unknownZone, SHOWN_LENGTH), zone)}</bdi>
    </p>
  )
}

const SHOWN_LENGTH = 40
