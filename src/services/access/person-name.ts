/** Names are not unique, and people choose their own. The address tells them apart. */
export function nameOfPerson(name: string, email: string | null | undefined): string {
  return email && email !== name ? `${name} (${email})` : name;
}
