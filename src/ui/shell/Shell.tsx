import {useMediaQuery} from '@mantine/hooks'
import {useSelector} from '@xstate/react'
import {Outlet, useLocation} from 'react-router-dom'
import {isKiosk} from '../../domain/shell/shell'
import {useApplication} from '../kit/application'
import {QuietPart} from '../kit/loading/LazyPart'
import {Toasts} from '../kit/Toasts'
import {TabTitle} from '../kit/text/TabTitle'
import {ReplayFrame} from '../replay/ReplayFrame'
import {texts} from '../texts'
import {TopBar} from './bar/TopBar'
import {KeysDialog} from './KeysDialog'
import {BottomBar} from './navigation/BottomBar'
import {Rail} from './navigation/Rail'
import {PaletteSlot} from './PaletteSlot'
import styles from './Shell.module.css'
import {type ShellLogic, ShellProvider} from './shellLogic'
import {ZoneNotice} from './ZoneNotice'

/** Surrounds every screen of signed-in users. */
export function Shell({logic}: {logic: ShellLogic}) {
  const rail = useSelector(logic.shell, ({context}) => context.chosen.rail)
  const isPhone = useMediaQuery(PHONE, false, {getInitialValueInEffect: false})
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
const PHONE = '(max-width: 40em)'
