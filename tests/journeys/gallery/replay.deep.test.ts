import {walkRoom} from '../support/gallery'

walkRoom('replay')
