// biome-ignore-all lint/suspicious/noTemplateCurlyInString: xacro writes expressions this way
/** A xacro file to damage. */
import { utf8 } from './meshSeeds.ts';

/** Macros with all that they have, and a YAML file. */
export const XACRO = utf8(
  '<robot xmlns:xacro="http://ros.org/wiki/xacro" name="$(arg name)">\n<xacro:arg name="name" default="r"/>\n' +
    '<xacro:property name="c" value="${load_yaml(\'c.yaml\')}"/>\n<xacro:property name="r" value="${0.1 * 2}"/>\n' +
    '<xacro:macro name="arm" params="n side:=\'l r\' up:=^|1 *o **c">\n<link name="${n}_${side[0]}"><collision><xacro:insert_block name="o"/>' +
    '<geometry><sphere radius="${r if up else 1}"/></geometry></collision></link>\n<xacro:insert_block name="c"/>\n' +
    '<xacro:if value="${n > 1 and n in [2, 3]}"><xacro:arm n="${n - 1}"><origin xyz="0 0 ${sin(pi / n)}"/><c/></xacro:arm></xacro:if>\n' +
    '<xacro:unless value="${n == 1}"><joint name="j${n}" type="fixed"><parent link="${n}_l"/><child link="${n - 1}_l"/></joint></xacro:unless></xacro:macro>\n' +
    '<xacro:arm n="3"><origin xyz="${\'%g 0 0\' % len(str(c))}"/><c><xacro:element xacro:name="material" name="m"/></c></xacro:arm></robot>',
);
