import {walkRoom} from '../support/gallery'

walkRoom('session')
